package referee.guest;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.Map;
import VASSAL.build.module.metadata.AbstractMetaData;
import VASSAL.build.module.metadata.MetaDataFactory;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;
import VASSAL.counters.PieceCloner;
import VASSAL.i18n.Localization;
import VASSAL.i18n.Resources;
import VASSAL.launch.StandardConfig;
import VASSAL.preferences.Prefs;
import VASSAL.tools.DataArchive;
import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;
import VASSAL.tools.imageop.Op;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.awt.Graphics2D;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.lang.reflect.Constructor;
import referee.Witness;

/** Opens the module in the order of VASSAL.launch.Player, after the check that the Module Manager makes. */
final class Opening {
  private Opening() {}

  static JsonElement open(JsonObject request) throws Exception {
    final File file = new File(Door.text(request, "module"));
    prepare();
    final AbstractMetaData data = MetaDataFactory.buildMetaData(file);
    if (data != null && Info.isModuleTooNew(data.getVassalVersion())) {
      Witness.error(Resources.getString("Error.module_too_new_message", file.getName(), data.getVassalVersion(), Info.getVersion()));
    }
    boolean opened = false;
    try {
      GameModule.init(new GameModule(new DataArchive(file.getPath())));
      new ExtensionsLoader().addTo(GameModule.getGameModule());
      Localization.getInstance().translate();
      opened = true;
    }
    catch (Exception e) {
      Witness.error(e);
    }
    final JsonObject result = new JsonObject();
    result.addProperty("opened", opened);
    result.addProperty("engine", Info.getVersion());
    if (opened) {
      introduce(Door.text(request, "player"), Door.text(request, "password"));
      describe(result);
      if (request.get("draw_palettes").getAsBoolean()) {
        drawPalettes();
      }
      GameModule.getGameModule().getPlayerWindow().setVisible(true);
    }
    return result;
  }

  static JsonElement close() throws Exception {
    final GameModule module = GameModule.getGameModule();
    if (module != null) {
      module.getDataArchive().close();
    }
    // Threads that the engine leaves behind keep its classes, and with them some hundred megabytes of pictures.
    Op.clearCache();
    for (final Window window : Window.getWindows()) {
      window.dispose();
    }
    return JsonNull.INSTANCE;
  }

  private static void prepare() throws Exception {
    Info.setConfig(new StandardConfig());
    final Constructor<?> menus = Class.forName("VASSAL.launch.Player$PlayerMenuManager").getDeclaredConstructor();
    menus.setAccessible(true);
    menus.newInstance();
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable thrown) {
        return true;
      }

      @Override
      public void handle(Throwable thrown) {
        Witness.error(thrown);
      }
    });
  }

  /** Gives the player a name and a password, and switches off what would ask him about logs. */
  private static void introduce(String player, String password) {
    final Prefs prefs = GameModule.getGameModule().getPrefs();
    prefs.setValue(GameModule.REAL_NAME, player);
    prefs.setValue(GameModule.SECRET_NAME, password);
    prefs.setValue("PromptNewLogAtStart", Boolean.FALSE);
    prefs.setValue("PromptNewLogEnd", Boolean.FALSE);
    prefs.setValue("promptLogComment", Boolean.FALSE);
  }

  private static void describe(JsonObject result) {
    final GameModule module = GameModule.getGameModule();
    result.addProperty("name", module.getGameName());
    result.addProperty("version", module.getGameVersion());
    final JsonArray maps = new JsonArray();
    for (final Map map : Map.getMapList()) {
      maps.add(map.getMapName());
    }
    result.add("maps", maps);
    result.addProperty("slots", module.getAllDescendantComponentsOf(PieceSlot.class).size());
  }

  /** Draws every piece of the palettes once: the engine looks for a picture only when it is to be seen. */
  private static void drawPalettes() {
    final BufferedImage paper = new BufferedImage(300, 300, BufferedImage.TYPE_INT_ARGB);
    final Graphics2D pen = paper.createGraphics();
    for (final PieceSlot slot : GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class)) {
      if (slot.getPiece() != null) {
        final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
        piece.boundingBox();
        piece.draw(pen, 150, 150, null, 1.0);
      }
    }
    pen.dispose();
  }
}
