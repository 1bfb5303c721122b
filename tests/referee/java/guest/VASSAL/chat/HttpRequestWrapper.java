package VASSAL.chat;

import java.io.IOException;
import java.util.List;
import java.util.Properties;

/** Stands in for the engine's web client, which needs a library that we do without: a test has no network. */
public class HttpRequestWrapper {
  public HttpRequestWrapper(String baseURL) {}

  public List<String> doGet(Properties p) throws IOException {
    throw new IOException("offline");
  }

  public List<String> doGet(String path, Properties props) throws IOException {
    throw new IOException("offline");
  }

  public List<String> doPost(Properties p) throws IOException {
    throw new IOException("offline");
  }

  public List<String> doPost(String path, Properties props) throws IOException {
    throw new IOException("offline");
  }
}
