package referee.guest;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicCommandEncoder;
import VASSAL.counters.BasicPiece;
import VASSAL.script.ExpressionInterpreter;
import VASSAL.script.expression.BeanShellExpression;
import VASSAL.script.expression.Expression;
import VASSAL.script.expression.ExpressionException;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.Map;

/** What the engine makes of expressions and of texts of traits, and which attributes its components have. */
final class Expressions {
  private Expressions() {}

  static void register(Map<String, Door.Deed> deeds) {
    deeds.put("parses", Expressions::parses);
    deeds.put("attributes", Expressions::attributes);
    deeds.put("traits", Expressions::traits);
  }

  private static JsonElement parses(JsonObject request) {
    final JsonArray found = new JsonArray();
    for (final JsonElement expression : request.getAsJsonArray("expressions")) {
      found.add(parses(expression.getAsString()));
    }
    return found;
  }

  /** An expression is parsed when its interpreter is made, before it is evaluated for the first time. */
  private static boolean parses(String text) {
    final Expression made = BeanShellExpression.createExpression(text);
    if (!(made instanceof BeanShellExpression)) {
      return true;
    }
    final String braced = made.getExpression();
    try {
      new ExpressionInterpreter(braced.substring(1, braced.length() - 1));
      return true;
    }
    catch (ExpressionException | Error e) {
      return false;
    }
  }

  /** What goes wrong where a piece of one trait is made of each text, null where nothing does. */
  private static JsonElement traits(JsonObject request) {
    final BasicCommandEncoder encoder = GameModule.getGameModule().getComponentsOf(BasicCommandEncoder.class).get(0);
    final JsonArray found = new JsonArray();
    for (final JsonElement type : request.getAsJsonArray("types")) {
      try {
        encoder.createDecorator(type.getAsString(), new BasicPiece("piece;;;;"));
        found.add(JsonNull.INSTANCE);
      }
      catch (RuntimeException e) {
        found.add(e.toString());
      }
    }
    return found;
  }

  private static JsonElement attributes(JsonObject request) {
    final JsonArray found = new JsonArray();
    for (final JsonElement name : request.getAsJsonArray("classes")) {
      found.add(attributes(name.getAsString()));
    }
    return found;
  }

  private static JsonElement attributes(String name) {
    final JsonArray names = new JsonArray();
    try {
      final Object made = Class.forName(name).getDeclaredConstructor().newInstance();
      if (!(made instanceof AbstractBuildable)) {
        return JsonNull.INSTANCE;
      }
      for (final String attribute : ((AbstractBuildable) made).getAttributeNames()) {
        names.add(attribute);
      }
      return names;
    }
    catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return JsonNull.INSTANCE;
    }
  }
}
