package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.GameRefresher;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.map.ForwardToKeyBuffer;
import VASSAL.build.module.map.MenuDisplayer;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.EventFilter;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.PieceVisitorDispatcher;
import VASSAL.counters.Properties;
import VASSAL.tools.NamedKeyStroke;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.awt.Component;
import java.awt.Point;
import java.awt.event.ActionListener;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.KeyStroke;

/** The player's hand on the pieces: he selects, drags, types and uses the right-click menu. */
final class Hand {
  private Hand() {}

  static void register(Map<String, Door.Deed> deeds) {
    deeds.put("menu", Hand::menu);
    deeds.put("choose", Hand::choose);
    deeds.put("click", Hand::click);
    deeds.put("type", Hand::type);
    deeds.put("send", Hand::send);
    deeds.put("move", Hand::move);
    deeds.put("place", Hand::place);
    deeds.put("change_side", request -> changeSide());
    deeds.put("refresh", request -> refresh());
  }

  /** Selects the pieces and returns them. */
  private static List<GamePiece> select(JsonObject request) {
    final List<GamePiece> pieces = new ArrayList<>();
    for (final JsonElement id : request.getAsJsonArray("pieces")) {
      final GamePiece piece = GameModule.getGameModule().getGameState().getPieceForId(id.getAsString());
      if (piece == null) {
        throw new IllegalArgumentException("the game has no piece " + id.getAsString());
      }
      pieces.add(piece);
    }
    if (pieces.isEmpty()) {
      throw new IllegalArgumentException("no piece was named");
    }
    final KeyBuffer selected = KeyBuffer.getBuffer();
    selected.clear();
    pieces.forEach(selected::add);
    selected.setClickPoint(pieces.get(0).getPosition());
    return pieces;
  }

  private static VASSAL.build.module.Map mapOf(GamePiece piece) {
    if (piece.getMap() == null) {
      throw new IllegalStateException(piece.getName() + " lies on no map");
    }
    return piece.getMap();
  }

  private static JsonElement menu(JsonObject request) {
    final JsonArray entries = new JsonArray();
    for (final JMenuItem item : items(select(request).get(0))) {
      final KeyCommand command = command(item);
      final JsonObject entry = new JsonObject();
      entry.addProperty("name", command.getName());
      entry.addProperty("group", group(item));
      entry.addProperty("key", command.getKeyStroke() == null ? null : command.getKeyStroke().toString());
      entry.addProperty("enabled", item.isEnabled());
      entry.addProperty("shown", item.getText());
      entries.add(entry);
    }
    return entries;
  }

  private static JsonElement choose(JsonObject request) {
    final String name = Door.text(request, "name");
    for (final JMenuItem item : items(select(request).get(0))) {
      if (name.equals(command(item).getName())) {
        if (!item.isEnabled()) {
          throw new IllegalStateException("the menu shows " + name + " in grey");
        }
        item.doClick(0);
        return JsonNull.INSTANCE;
      }
    }
    throw new IllegalStateException("the piece's menu has no " + name);
  }

  /** Presses and releases the left button of the mouse over a point of a map. */
  private static JsonElement click(JsonObject request) {
    final VASSAL.build.module.Map map = Table.map(request);
    final Point p = map.mapToComponent(new Point(request.get("x").getAsInt(), request.get("y").getAsInt()));
    for (final int what : new int[] {MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED}) {
      final int held = what == MouseEvent.MOUSE_PRESSED ? InputEvent.BUTTON1_DOWN_MASK : 0;
      map.getView().dispatchEvent(
          new MouseEvent(map.getView(), what, System.currentTimeMillis(), held, p.x, p.y, 1, false, MouseEvent.BUTTON1));
    }
    return JsonNull.INSTANCE;
  }

  private static List<JMenuItem> items(GamePiece piece) {
    if (mapOf(piece).getComponentsOf(MenuDisplayer.class).isEmpty()) {
      throw new IllegalStateException("map " + piece.getMap().getMapName() + " has no MenuDisplayer, so no menu");
    }
    final List<JMenuItem> items = new ArrayList<>();
    collect(MenuDisplayer.createPopup(piece, true).getComponents(), items);
    return items;
  }

  private static void collect(Component[] components, List<JMenuItem> items) {
    for (final Component component : components) {
      if (component instanceof JMenu) {
        collect(((JMenu) component).getMenuComponents(), items);
      }
      else if (component instanceof JMenuItem && command((JMenuItem) component) != null) {
        items.add((JMenuItem) component);
      }
    }
  }

  private static KeyCommand command(JMenuItem item) {
    for (final ActionListener listener : item.getActionListeners()) {
      if (listener instanceof KeyCommand) {
        return (KeyCommand) listener;
      }
    }
    return null;
  }

  private static String group(JMenuItem item) {
    final Component parent = item.getParent();
    final Object invoker = parent instanceof JPopupMenu ? ((JPopupMenu) parent).getInvoker() : null;
    return invoker instanceof JMenu ? ((JMenu) invoker).getText() : null;
  }

  /** Presses a key over the map, which hands it to whatever listens there and to the selected pieces. */
  private static JsonElement type(JsonObject request) {
    final VASSAL.build.module.Map map = mapOf(select(request).get(0));
    final KeyStroke key = key(request);
    final KeyEvent event = new KeyEvent(
        map.getView(), KeyEvent.KEY_PRESSED, System.currentTimeMillis(), key.getModifiers(), key.getKeyCode(), KeyEvent.CHAR_UNDEFINED);
    boolean forwarded = false;
    for (final KeyListener listener : map.getView().getKeyListeners()) {
      forwarded |= listener instanceof ForwardToKeyBuffer;
      listener.keyPressed(event);
    }
    if (!forwarded) {
      throw new IllegalStateException("map " + map.getMapName() + " has no ForwardToKeyBuffer, so it hands no key to its pieces");
    }
    if (!event.isConsumed()) {
      GameModule.getGameModule().fireKeyStroke(NamedKeyStroke.of(key));
    }
    return new JsonPrimitive(event.isConsumed());
  }

  static KeyStroke key(JsonObject request) {
    final KeyStroke key = KeyStroke.getKeyStroke(Door.text(request, "key"));
    if (key == null) {
      throw new IllegalArgumentException("no key is called " + Door.text(request, "key"));
    }
    return key;
  }

  /** Sends a named key to the pieces, as a trigger or a global key command would. */
  private static JsonElement send(JsonObject request) {
    select(request);
    final KeyStroke key = NamedKeyStroke.of(Door.text(request, "key")).getKeyStroke();
    GameModule.getGameModule().sendAndLog(KeyBuffer.getBuffer().keyCommand(key));
    return JsonNull.INSTANCE;
  }

  /** Drags the pieces to a point of a map. */
  private static JsonElement move(JsonObject request) throws Exception {
    final VASSAL.build.module.Map target = Table.map(request);
    final List<GamePiece> pieces = select(request);
    for (final GamePiece piece : pieces) {
      final PieceMover mover = mover(mapOf(piece));
      final EventFilter filter = (EventFilter) piece.getProperty(Properties.MOVE_EVENT_FILTER);
      final Point at = piece.getPosition();
      if (filter != null && filter.rejectEvent(
          new MouseEvent(piece.getMap().getView(), MouseEvent.MOUSE_PRESSED, 0, 0, at.x, at.y, 1, false))) {
        throw new IllegalStateException(piece.getName() + " cannot be dragged");
      }
      if (piece == pieces.get(0)) {
        Reflect.<PieceVisitorDispatcher>get(PieceMover.class, mover, "selectionProcessor").accept(piece);
      }
    }
    drop(target, request);
    return JsonNull.INSTANCE;
  }

  /** Drags a new piece out of a palette to a point of a map and returns its identifier. */
  private static JsonElement place(JsonObject request) throws Exception {
    final VASSAL.build.module.Map target = Table.map(request);
    final String gpid = Door.text(request, "gpid");
    for (final PieceSlot slot : GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class)) {
      if (gpid.equals(slot.getGpId())) {
        Reflect.method(PieceSlot.class, "startDrag").invoke(slot);
        final GamePiece piece = DragBuffer.getBuffer().getIterator().nextPiece();
        drop(target, request);
        return Door.json(piece.getId());
      }
    }
    throw new IllegalArgumentException("no palette has a piece with gpid " + gpid);
  }

  private static void drop(VASSAL.build.module.Map target, JsonObject request) throws Exception {
    Reflect.method(PieceMover.class, "performDrop", Point.class)
        .invoke(mover(target), new Point(request.get("x").getAsInt(), request.get("y").getAsInt()));
    KeyBuffer.getBuffer().clear();
  }

  private static PieceMover mover(VASSAL.build.module.Map map) {
    if (map.getPieceMover() == null) {
      throw new IllegalStateException("map " + map.getMapName() + " has no PieceMover, so nothing can be dragged there");
    }
    return map.getPieceMover();
  }

  /** Presses the button by which a player leaves his side; the engine asks for the new one in a dialog. */
  private static JsonElement changeSide() {
    final PlayerRoster roster = GameModule.getGameModule().getPlayerRoster();
    Buttons.click(Reflect.get(PlayerRoster.class, roster, "retireButton"));
    return Door.json(PlayerRoster.getMySide());
  }

  /** Opens the dialog Refresh Counters. */
  private static JsonElement refresh() {
    for (final GameComponent component : GameModule.getGameModule().getGameState().getGameComponents()) {
      if (component instanceof GameRefresher) {
        ((GameRefresher) component).getRefreshAction().actionPerformed(null);
        return JsonNull.INSTANCE;
      }
    }
    throw new IllegalStateException("the engine has no refresher");
  }
}
