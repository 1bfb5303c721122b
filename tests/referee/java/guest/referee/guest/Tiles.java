package referee.guest;

import VASSAL.build.module.metadata.ModuleMetaData;
import VASSAL.launch.TilingHandler;
import VASSAL.tools.DataArchive;
import VASSAL.tools.image.tilecache.ImageTileDiskCache;
import VASSAL.tools.image.tilecache.TileSlicerImpl;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.awt.Dimension;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.ZipFile;
import javax.imageio.ImageIO;
import org.apache.commons.codec.digest.DigestUtils;

/** The tiles of boards, which the launcher cuts before it opens a module (VASSAL.launch.AbstractLaunchAction). */
final class Tiles extends TilingHandler {
  private static final Dimension SIZE = new Dimension(256, 256);

  private final File folder;

  private Tiles(String module, File folder) {
    super(module, folder, SIZE, 512);
    this.folder = folder;
  }

  static void register(Map<String, Door.Deed> deeds) {
    deeds.put("tiles", Tiles::cut);
  }

  /** Cuts what the engine's handler does not find fresh, and returns the names of these pictures. */
  private static JsonElement cut(JsonObject request) throws Exception {
    final String module = Door.text(request, "module");
    final ModuleMetaData data = new ModuleMetaData(new ZipFile(module));
    final String key = DigestUtils.sha1Hex(data.getName() + "_" + data.getVersion());
    final JsonArray names = new JsonArray();
    new Tiles(module, new File(Door.text(request, "cache"), key)).cutStale().forEach(names::add);
    return names;
  }

  private List<String> cutStale() throws Exception {
    final List<String> stale = new ArrayList<>();
    final ExecutorService one = Executors.newSingleThreadExecutor();
    try (DataArchive archive = new DataArchive(aname)) {
      findImages(archive, new ImageTileDiskCache(folder.getAbsolutePath()), stale, new ArrayList<>());
      makeHashDirs();
      for (final String name : stale) {
        try (InputStream in = archive.getInputStream(name)) {
          final BufferedImage read = ImageIO.read(in);
          // The slicer takes pixels that are whole numbers.
          final BufferedImage image = new BufferedImage(read.getWidth(), read.getHeight(), BufferedImage.TYPE_INT_ARGB);
          image.createGraphics().drawImage(read, 0, 0, null);
          new TileSlicerImpl().slice(image, name, folder.getAbsolutePath(), SIZE.width, SIZE.height, one, done -> { });
        }
      }
    }
    finally {
      one.shutdown();
    }
    return stale;
  }
}
