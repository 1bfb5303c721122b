package referee.guest;

import VASSAL.build.Builder;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameState;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.command.Command;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.awt.event.ActionEvent;
import java.io.File;
import java.util.List;
import java.util.Map;
import javax.swing.Action;
import org.w3c.dom.Document;

/** New games, saved games and logs, each by the engine's own menu actions. */
final class Files {
  private Files() {}

  static void register(Map<String, Door.Deed> deeds) {
    deeds.put("new_game", Files::newGame);
    deeds.put("setup", Files::setup);
    deeds.put("load", Files::load);
    deeds.put("started", request -> new JsonPrimitive(state().isGameStarted()));
    deeds.put("save", Files::save);
    deeds.put("restore", request -> Door.json(module().encode(state().getRestoreCommand())));
    deeds.put("build_file", request -> Door.json(buildFile()));
    deeds.put("steps_left", request -> new JsonPrimitive(waiting().size()));
    deeds.put("step", request -> step());
    deeds.put("steps", Files::steps);
    deeds.put("begin_log", Files::beginLog);
    deeds.put("steps_logged", request -> new JsonPrimitive(logged().size()));
    deeds.put("end_log", request -> press("endLogAction"));
    deeds.put("undo", request -> press("undoAction"));
  }

  /** The steps that the log in the making holds so far. */
  private static java.util.List<Command> logged() {
    return Reflect.get(BasicLogger.class, (BasicLogger) module().getLogger(), "logOutput");
  }

  /** The build file as the editor would save it. */
  private static String buildFile() {
    final Document document = Builder.createNewDocument();
    document.appendChild(module().getBuildElement(document));
    return Builder.toString(document);
  }

  private static JsonElement newGame(JsonObject request) {
    leaveGame(request);
    press(Reflect.<Action>get(GameState.class, state(), "newGame"));
    return new JsonPrimitive(state().isGameStarted());
  }

  private static JsonElement setup(JsonObject request) {
    final String name = Door.text(request, "name");
    for (final PredefinedSetup setup : module().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (name.equals(setup.getConfigureName())) {
        leaveGame(request);
        setup.launch();
        return JsonNull.INSTANCE;
      }
    }
    throw new IllegalArgumentException("the module has no predefined setup " + name);
  }

  private static JsonElement load(JsonObject request) {
    leaveGame(request);
    GivenFile.offer(Door.text(request, "file"));
    state().loadGame(false);
    return JsonNull.INSTANCE;
  }

  private static void leaveGame(JsonObject request) {
    Sides.wanted = Door.text(request, "side");
    if (state().isGameStarted()) {
      // What cannot be saved the engine does not ask about; to call it unmodified would encode the whole game.
      Reflect.<Action>get(GameState.class, state(), "saveGame").setEnabled(false);
      state().closeGame();
    }
  }

  private static JsonElement save(JsonObject request) throws Exception {
    state().saveGame(new File(Door.text(request, "file")));
    return JsonNull.INSTANCE;
  }

  /** The steps of the log which are still to be executed. */
  private static List<Command> waiting() {
    final List<Command> input = Reflect.get(BasicLogger.class, logger(), "logInput");
    final int next = Reflect.<Integer>get(BasicLogger.class, logger(), "nextInput");
    return input.subList(next, input.size());
  }

  private static JsonElement step() {
    final List<Command> waiting = waiting();
    if (waiting.isEmpty()) {
      throw new IllegalStateException("the log has no further step");
    }
    final String text = module().encode(waiting.get(0));
    press("stepAction");
    return Door.json(text);
  }

  /** Several steps at once: the maps are drawn when all of them are done, which takes most of a step's time. */
  private static JsonElement steps(JsonObject request) {
    final int count = request.get("count").getAsInt();
    if (waiting().size() < count) {
      throw new IllegalStateException("the log has only " + waiting().size() + " further steps");
    }
    for (int i = 0; i < count; ++i) {
      press("stepAction");
    }
    return JsonNull.INSTANCE;
  }

  private static JsonElement beginLog(JsonObject request) {
    GivenFile.offer(Door.text(request, "file"));
    return press("newLogAction");
  }

  private static JsonElement press(String name) {
    press(Reflect.<Action>get(BasicLogger.class, logger(), name));
    return JsonNull.INSTANCE;
  }

  private static void press(Action action) {
    if (!action.isEnabled()) {
      throw new IllegalStateException("the engine does not offer this now: " + action.getValue(Action.NAME));
    }
    action.actionPerformed(new ActionEvent(action, ActionEvent.ACTION_PERFORMED, "referee"));
  }

  private static GameModule module() {
    return GameModule.getGameModule();
  }

  private static GameState state() {
    return module().getGameState();
  }

  private static BasicLogger logger() {
    return (BasicLogger) module().getLogger();
  }
}
