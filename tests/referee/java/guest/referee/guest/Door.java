package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.tools.DialogUtils;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.swing.SwingUtilities;

/** The way in: one request, run where the engine's own user interface runs, and its result once all is quiet. */
public final class Door implements Function<JsonObject, JsonElement> {
  /** What a request does, on the event thread. */
  interface Deed {
    JsonElement apply(JsonObject request) throws Exception;
  }

  private final Map<String, Deed> deeds = new HashMap<>();
  private final ChatReader chat = new ChatReader();

  public Door() {
    deeds.put("open", Opening::open);
    deeds.put("close", request -> Opening.close());
    Files.register(deeds);
    Table.register(deeds);
    Hand.register(deeds);
    Buttons.register(deeds);
    Dice.register(deeds);
    Tiles.register(deeds);
    Expressions.register(deeds);
  }

  @Override
  public JsonElement apply(JsonObject request) {
    final Deed deed = deeds.get(text(request, "op"));
    if (deed == null) {
      throw new IllegalArgumentException("unknown request " + text(request, "op"));
    }
    final JsonElement[] result = {JsonNull.INSTANCE};
    final Exception[] failure = {null};
    onEventThread(() -> {
      Thread.currentThread().setContextClassLoader(Door.class.getClassLoader());
      try {
        result[0] = deed.apply(request);
      }
      catch (Exception e) {
        failure[0] = e;
      }
    });
    settle();
    if (failure[0] != null) {
      final Throwable cause = failure[0] instanceof InvocationTargetException ? failure[0].getCause() : failure[0];
      throw new IllegalStateException(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
    }
    return result[0];
  }

  /** Waits until loading in the background, dialogs in the queue and pending events are all done. */
  private void settle() {
    try {
      for (int i = 0; i < 2; ++i) {
        while (GameModule.getGameModule() != null && GameModule.getGameModule().getGameState().isLoadingInBackground()) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
        DialogUtils.enqueue(() -> { }).get(30, TimeUnit.SECONDS);
        onEventThread(() -> { });
      }
    }
    catch (Exception e) {
      throw new IllegalStateException("the engine does not come to rest: " + e, e);
    }
    onEventThread(chat::read);
  }

  private static void onEventThread(Runnable deed) {
    try {
      SwingUtilities.invokeAndWait(deed);
    }
    catch (InterruptedException | InvocationTargetException e) {
      throw new IllegalStateException(e.getCause() == null ? e : e.getCause());
    }
  }

  static String text(JsonObject request, String name) {
    final JsonElement value = request.get(name);
    return value == null || value.isJsonNull() ? null : value.getAsString();
  }

  static JsonElement json(String value) {
    return value == null ? JsonNull.INSTANCE : new JsonPrimitive(value);
  }

  static JsonArray pair(int x, int y) {
    final JsonArray pair = new JsonArray();
    pair.add(x);
    pair.add(y);
    return pair;
  }
}
