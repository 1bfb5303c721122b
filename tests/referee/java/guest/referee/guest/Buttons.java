package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.ToolbarMenu;
import VASSAL.build.module.documentation.HelpFile;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.tools.NamedKeyStroke;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.awt.Component;
import java.awt.Container;
import java.awt.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import javax.swing.AbstractButton;
import javax.swing.JMenu;
import javax.swing.JPopupMenu;
import javax.swing.JTabbedPane;

/** The buttons of the toolbars, the turn tracker's among them, the chat line, and the keys that work everywhere. */
final class Buttons {
  private Buttons() {}

  static void register(java.util.Map<String, Door.Deed> deeds) {
    deeds.put("buttons", request -> list());
    deeds.put("press", Buttons::press);
    deeds.put("help", Buttons::help);
    deeds.put("tab", Buttons::tab);
    deeds.put("turn", Buttons::turn);
    deeds.put("hot_key", Buttons::hotKey);
    deeds.put("say", Buttons::say);
  }

  /** Every button by the toolbar it lies on, the module's own toolbar being "". */
  private static java.util.Map<AbstractButton, String> all() {
    final java.util.Map<AbstractButton, String> found = new LinkedHashMap<>();
    final GameModule module = GameModule.getGameModule();
    collect(module.getToolBar(), "", found);
    for (final Map map : Map.getMapList()) {
      collect(map.getToolBar(), map.getMapName(), found);
    }
    for (final ToolbarMenu menu : module.getAllDescendantComponentsOf(ToolbarMenu.class)) {
      collect(Reflect.<JPopupMenu>get(ToolbarMenu.class, menu, "menu"), menu.getConfigureName(), found);
    }
    return found;
  }

  private static void collect(Container container, String where, java.util.Map<AbstractButton, String> found) {
    for (final Component component : container.getComponents()) {
      if (component instanceof JMenu) {
        collect(((JMenu) component).getPopupMenu(), where, found);
      }
      else if (component instanceof AbstractButton) {
        found.put((AbstractButton) component, where);
      }
      else if (component instanceof Container) {
        collect((Container) component, where, found);
      }
    }
  }

  private static JsonElement list() {
    final JsonArray entries = new JsonArray();
    all().forEach((button, where) -> {
      final JsonObject entry = new JsonObject();
      entry.addProperty("where", where);
      entry.addProperty("text", button.getText() == null ? "" : button.getText());
      entry.addProperty("tooltip", button.getToolTipText() == null ? "" : button.getToolTipText());
      entry.addProperty("enabled", button.isEnabled());
      entry.addProperty("visible", button.isVisible());
      final java.awt.Point at = button.isShowing() ? button.getLocationOnScreen() : new java.awt.Point(-1, -1);
      entry.addProperty("left", at.x);
      entry.addProperty("middle", at.y < 0 ? -1 : at.y + button.getHeight() / 2);
      entry.addProperty("width", button.getWidth());
      entries.add(entry);
    });
    return entries;
  }

  private static JsonElement press(JsonObject request) {
    final String name = Door.text(request, "name");
    final String place = Door.text(request, "where");
    final List<AbstractButton> byText = new ArrayList<>();
    final List<AbstractButton> byTooltip = new ArrayList<>();
    all().forEach((button, where) -> {
      if (button.isVisible() && (place == null || place.equals(where))) {
        final String tooltip = button.getToolTipText() == null ? "" : button.getToolTipText();
        if (name.equals(button.getText())) {
          byText.add(button);
        }
        else if (tooltip.equals(name) || tooltip.startsWith(name + ": ") || tooltip.startsWith(name + " [")) {
          byTooltip.add(button);
        }
      }
    });
    final List<AbstractButton> named = byText.isEmpty() ? byTooltip : byText;
    if (named.size() != 1) {
      throw new IllegalArgumentException(named.size() + " toolbar buttons are called " + name);
    }
    click(named.get(0));
    return JsonNull.INSTANCE;
  }

  static void click(AbstractButton button) {
    if (!button.isEnabled()) {
      throw new IllegalStateException("the button " + button.getText() + " is grey");
    }
    button.doClick(0);
  }

  /** Shows the page of the help menu with that title. */
  private static JsonElement help(JsonObject request) {
    final String title = Door.text(request, "title");
    for (final HelpFile page : GameModule.getGameModule().getAllDescendantComponentsOf(HelpFile.class)) {
      if (title.equals(page.getAttributeValueString(HelpFile.TITLE))) {
        page.showWindow();
        return JsonNull.INSTANCE;
      }
    }
    throw new IllegalArgumentException("the help menu has no page " + title);
  }

  /** Turns to the tab with that title in a window that shows. */
  private static JsonElement tab(JsonObject request) {
    final String title = Door.text(request, "title");
    for (final Window window : Window.getWindows()) {
      if (window.isShowing() && turnTo(window, title)) {
        return JsonNull.INSTANCE;
      }
    }
    throw new IllegalArgumentException("no window that shows has a tab " + title);
  }

  private static boolean turnTo(Container container, String title) {
    if (container instanceof JTabbedPane && ((JTabbedPane) container).indexOfTab(title) >= 0) {
      final JTabbedPane tabs = (JTabbedPane) container;
      tabs.setSelectedIndex(tabs.indexOfTab(title));
      return true;
    }
    for (final Component component : container.getComponents()) {
      if (component instanceof Container && turnTo((Container) component, title)) {
        return true;
      }
    }
    return false;
  }

  /** Presses an arrow of the named turn tracker, or of the first one, perhaps several times, and returns what it shows. */
  private static JsonElement turn(JsonObject request) throws Exception {
    final String name = Door.text(request, "name");
    for (final TurnTracker tracker : GameModule.getGameModule().getAllDescendantComponentsOf(TurnTracker.class)) {
      if (name == null || name.equals(tracker.getConfigureName())) {
        final Object widget = Reflect.get(TurnTracker.class, tracker, "turnWidget");
        final String arrow = request.get("back").getAsBoolean() ? "prevButton" : "nextButton";
        for (int i = request.has("times") ? request.get("times").getAsInt() : 1; i > 0; --i) {
          click(Reflect.get(widget.getClass(), widget, arrow));
        }
        return Door.json((String) Reflect.method(TurnTracker.class, "getTurnString").invoke(tracker));
      }
    }
    throw new IllegalArgumentException("the module has no turn tracker" + (name == null ? "" : " " + name));
  }

  private static JsonElement hotKey(JsonObject request) {
    final NamedKeyStroke key = request.get("named").getAsBoolean()
        ? NamedKeyStroke.of(Door.text(request, "key")) : NamedKeyStroke.of(Hand.key(request));
    GameModule.getGameModule().fireKeyStroke(key);
    return JsonNull.INSTANCE;
  }

  /** Types a line into the chat window and presses Enter. */
  private static JsonElement say(JsonObject request) {
    final javax.swing.JTextField line = GameModule.getGameModule().getChatter().getInputField();
    line.setText(Door.text(request, "text"));
    line.postActionEvent();
    return JsonNull.INSTANCE;
  }
}
