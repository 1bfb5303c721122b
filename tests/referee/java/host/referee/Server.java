package referee;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers requests, one JSON object a line on standard input, with one JSON object a line on standard output.
 *
 * <p>The engine keeps its module in static fields and refuses a second one. Each module is therefore opened in a class
 * loader of its own, which costs a quarter of a second where a new Java process costs two.
 */
public final class Server {
  private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private final List<URL> engine = new ArrayList<>();
  private Function<JsonObject, JsonElement> guest;

  private Server(String engineClassPath) throws IOException {
    for (final String part : engineClassPath.split(File.pathSeparator)) {
      engine.add(new File(part).toURI().toURL());
    }
  }

  /** Serves until standard input ends; the only argument is the class path of the engine and of our guest classes. */
  public static void main(String[] args) throws IOException {
    final PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // whatever the engine prints must not mix with the replies
    Witness.install();
    final Server server = new Server(args[0]);
    final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      replies.println(GSON.toJson(server.reply(JsonParser.parseString(line).getAsJsonObject())));
    }
    // The engine leaves threads behind that would keep the process alive.
    System.exit(0);
  }

  private JsonObject reply(JsonObject request) {
    final JsonObject reply = new JsonObject();
    try {
      if ("open".equals(request.get("op").getAsString())) {
        close();
        guest = newGuest();
      }
      if (guest == null) {
        throw new IllegalStateException("no module is open");
      }
      Witness.foresee(request.getAsJsonArray("answers"));
      reply.add("result", guest.apply(request));
    }
    catch (Throwable t) { // NOPMD: an Error of the engine is an answer too
      final StringWriter trace = new StringWriter();
      t.printStackTrace(new PrintWriter(trace));
      reply.addProperty("failure", t.getMessage() == null ? t.toString() : t.getMessage());
      reply.addProperty("trace", trace.toString());
      reply.add("result", JsonNull.INSTANCE);
    }
    reply.add("report", Witness.drain());
    return reply;
  }

  private void close() {
    if (guest != null) {
      final JsonObject request = new JsonObject();
      request.addProperty("op", "close");
      guest.apply(request);
      guest = null;
      Witness.drain();
    }
  }

  @SuppressWarnings("unchecked")
  private Function<JsonObject, JsonElement> newGuest() throws ReflectiveOperationException {
    final ClassLoader loader = new URLClassLoader(engine.toArray(new URL[0]), Server.class.getClassLoader());
    return (Function<JsonObject, JsonElement>)
        Class.forName("referee.guest.Door", true, loader).getConstructor().newInstance();
  }
}
