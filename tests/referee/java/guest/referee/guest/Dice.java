package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.build.module.DiceButton;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Random;

/** The dice, which may be told what to show next: the engine throws, reports and writes them as ever. */
final class Dice {
  private Dice() {}

  static void register(Map<String, Door.Deed> deeds) {
    deeds.put("dice", Dice::load);
  }

  /** Lets the next throws show the given pips, each once, whichever button throws them; what is left over is forgotten. */
  private static JsonElement load(JsonObject request) {
    final Queue<Integer> pips = new ArrayDeque<>();
    request.getAsJsonArray("pips").forEach(one -> pips.add(one.getAsInt()));
    final GameModule module = GameModule.getGameModule();
    final Random chance = module.getRNG();
    final Random loaded = new Random() {
      private static final long serialVersionUID = 1L;

      @Override
      public int nextInt(int sides) {
        final Integer next = pips.poll();
        return next == null ? chance.nextInt(sides) : next - 1;
      }
    };
    for (final DiceButton button : module.getAllDescendantComponentsOf(DiceButton.class)) {
      Reflect.set(DiceButton.class, button, "ran", loaded);
    }
    return JsonNull.INSTANCE;
  }
}
