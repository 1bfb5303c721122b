package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Properties;
import VASSAL.counters.PropertyExporter;
import VASSAL.counters.Stack;
import VASSAL.script.expression.Expression;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.awt.Color;
import java.awt.Dialog;
import java.awt.Dimension;
import java.awt.Frame;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.swing.JComponent;

/** What lies on the maps, and how the maps call their places. */
final class Table {
  private Table() {}

  static void register(Map<String, Door.Deed> deeds) {
    deeds.put("pieces", Table::pieces);
    deeds.put("places", request -> places());
    deeds.put("names", Table::names);
    deeds.put("snap", Table::snap);
    deeds.put("boards", Table::boards);
    deeds.put("picture", Table::picture);
    deeds.put("center", Table::center);
    deeds.put("view", Table::view);
    deeds.put("property", Table::property);
    deeds.put("screen", Table::screen);
    deeds.put("evaluate", Table::evaluate);
    deeds.put("windows", request -> windows());
    deeds.put("shows", request -> new JsonPrimitive(map(request).getView().isShowing()));
  }

  static VASSAL.build.module.Map map(JsonObject request) {
    final String name = Door.text(request, "map");
    for (final VASSAL.build.module.Map map : VASSAL.build.module.Map.getMapList()) {
      if (map.getMapName().equals(name)) {
        if (map.getBoardCount() == 0) {
          throw new IllegalStateException("map " + name + " has no board: start or load a game first");
        }
        return map;
      }
    }
    throw new IllegalArgumentException("the module has no map " + name);
  }

  private static Point point(JsonElement pair) {
    return new Point(pair.getAsJsonArray().get(0).getAsInt(), pair.getAsJsonArray().get(1).getAsInt());
  }

  private static JsonElement names(JsonObject request) {
    final VASSAL.build.module.Map map = map(request);
    final JsonArray names = new JsonArray();
    request.getAsJsonArray("points").forEach(p -> names.add(map.locationName(point(p))));
    return names;
  }

  private static JsonElement snap(JsonObject request) {
    final VASSAL.build.module.Map map = map(request);
    final JsonArray points = new JsonArray();
    for (final JsonElement pair : request.getAsJsonArray("points")) {
      final Point p = map.snapTo(point(pair));
      points.add(Door.pair(p.x, p.y));
    }
    return points;
  }

  private static JsonElement boards(JsonObject request) {
    final JsonArray boards = new JsonArray();
    for (final Board board : map(request).getBoards()) {
      final Rectangle r = board.bounds();
      final JsonObject entry = new JsonObject();
      entry.addProperty("name", board.getName());
      entry.addProperty("x", r.x);
      entry.addProperty("y", r.y);
      entry.addProperty("width", r.width);
      entry.addProperty("height", r.height);
      boards.add(entry);
    }
    return boards;
  }

  private static JsonElement property(JsonObject request) {
    final Object value = GameModule.getGameModule().getProperty(Door.text(request, "name"));
    return Door.json(value == null ? null : value.toString());
  }

  /** All pieces, or those with the given identifiers, as far as they are there. */
  private static JsonElement pieces(JsonObject request) {
    final JsonArray wanted = request.get("ids").isJsonNull() ? null : request.getAsJsonArray("ids");
    final JsonArray found = new JsonArray();
    for (final GamePiece piece : single()) {
      if (wanted == null || wanted.contains(new JsonPrimitive(piece.getId()))) {
        found.add(describe(piece, request.get("written").getAsBoolean()));
      }
    }
    return found;
  }

  /** Where all pieces lie, without what is costly to ask of their traits. */
  private static JsonElement places() {
    final JsonArray places = new JsonArray();
    for (final GamePiece piece : single()) {
      final JsonArray place = new JsonArray();
      place.add(piece.getId());
      place.add(piece.getMap() == null ? null : piece.getMap().getMapName());
      place.add(piece.getPosition().x);
      place.add(piece.getPosition().y);
      place.add(piece.getParent() == null ? 0 : piece.getParent().indexOf(piece));
      places.add(place);
    }
    return places;
  }

  private static List<GamePiece> single() {
    final List<GamePiece> pieces = new ArrayList<>(GameModule.getGameModule().getGameState().getAllPieces());
    pieces.removeIf(piece -> piece instanceof Stack);
    return pieces;
  }

  private static JsonObject describe(GamePiece piece, boolean written) {
    final JsonObject entry = new JsonObject();
    entry.addProperty("id", piece.getId());
    entry.addProperty("name", text(piece, BasicPiece.BASIC_NAME));
    entry.addProperty("full_name", piece.getName());
    entry.addProperty("gpid", text(piece, Properties.PIECE_ID));
    entry.addProperty("map", piece.getMap() == null ? null : piece.getMap().getMapName());
    entry.addProperty("x", piece.getPosition().x);
    entry.addProperty("y", piece.getPosition().y);
    entry.addProperty("location", text(piece, BasicPiece.LOCATION_NAME));
    final Stack stack = piece.getParent();
    entry.addProperty("stack", stack == null ? null : stack.getId());
    entry.addProperty("deck", stack instanceof Deck ? ((Deck) stack).getDeckName() : null);
    entry.addProperty("index", stack == null ? 0 : stack.indexOf(piece));
    if (written) {
      entry.addProperty("type", piece.getType());
      entry.addProperty("state", piece.getState());
    }
    final JsonObject properties = new JsonObject();
    ((PropertyExporter) Decorator.getOutermost(piece)).getProperties().forEach((name, value) -> {
      if (value instanceof String || value instanceof Number || value instanceof Boolean) {
        properties.addProperty(name, value.toString());
      }
    });
    entry.add("properties", properties);
    return entry;
  }

  private static String text(GamePiece piece, String property) {
    final Object value = piece.getProperty(property);
    return value == null ? null : value.toString();
  }

  /** Draws the map, or a part of it, as its window shows it at full size. */
  private static JsonElement picture(JsonObject request) throws Exception {
    final VASSAL.build.module.Map map = map(request);
    final Dimension size = map.mapSize();
    final Rectangle part = request.get("part").isJsonNull() ? new Rectangle(size) : rectangle(request.getAsJsonArray("part"));
    final double scale = request.get("scale").getAsDouble();
    final Rectangle shown = new Rectangle(
        (int) (part.x * scale), (int) (part.y * scale), (int) (part.width * scale), (int) (part.height * scale));
    final BufferedImage image = new BufferedImage(shown.width, shown.height, BufferedImage.TYPE_INT_RGB);
    final Graphics2D pen = image.createGraphics();
    pen.setColor(Color.WHITE);
    pen.fillRect(0, 0, shown.width, shown.height);
    pen.translate(-shown.x, -shown.y);
    final double before = map.getZoom();
    try {
      zoom(map, scale);
      map.paintRegion(pen, shown, null);
    }
    finally {
      zoom(map, before);
      pen.dispose();
    }
    ImageIO.write(image, "png", new File(Door.text(request, "file")));
    return Door.pair(shown.width, shown.height);
  }

  /** Lets a map's window show a point in its middle. */
  private static JsonElement center(JsonObject request) {
    map(request).centerAt(point(request.get("point")));
    return JsonNull.INSTANCE;
  }

  /** The part of a map that its window shows, as x, y, width and height. */
  private static JsonElement view(JsonObject request) {
    final VASSAL.build.module.Map map = map(request);
    final Rectangle shown = map.componentToMap(((JComponent) map.getView()).getVisibleRect());
    final JsonArray four = new JsonArray();
    for (final int each : new int[] {shown.x, shown.y, shown.width, shown.height}) {
      four.add(each);
    }
    return four;
  }

  /** Works an expression out for a piece. */
  private static JsonElement evaluate(JsonObject request) throws Exception {
    final GamePiece piece = GameModule.getGameModule().getGameState().getPieceForId(Door.text(request, "piece"));
    return Door.json(Expression.createExpression(Door.text(request, "expression")).evaluate(piece));
  }

  /** Takes a picture of the screen with all windows as they show. */
  private static JsonElement screen(JsonObject request) throws Exception {
    final Dimension size = Toolkit.getDefaultToolkit().getScreenSize();
    final BufferedImage image = new Robot().createScreenCapture(new Rectangle(size));
    ImageIO.write(image, "png", new File(Door.text(request, "file")));
    return Door.pair(size.width, size.height);
  }

  /** The windows that show: title, place and size. */
  private static JsonElement windows() {
    final JsonArray windows = new JsonArray();
    for (final Window window : Window.getWindows()) {
      if (window.isShowing()) {
        final JsonObject entry = new JsonObject();
        entry.addProperty("title", window instanceof Frame ? ((Frame) window).getTitle()
            : window instanceof Dialog ? ((Dialog) window).getTitle() : "");
        entry.addProperty("x", window.getX());
        entry.addProperty("y", window.getY());
        entry.addProperty("width", window.getWidth());
        entry.addProperty("height", window.getHeight());
        windows.add(entry);
      }
    }
    return windows;
  }

  private static void zoom(VASSAL.build.module.Map map, double scale) {
    if (map.getZoom() != scale) {
      if (map.getZoomer() == null) {
        throw new IllegalStateException("map " + map.getMapName() + " has no zoom, so it is drawn at scale 1 only");
      }
      map.getZoomer().setZoomFactor(scale);
    }
  }

  private static Rectangle rectangle(JsonArray four) {
    return new Rectangle(four.get(0).getAsInt(), four.get(1).getAsInt(), four.get(2).getAsInt(), four.get(3).getAsInt());
  }
}
