package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.tools.filechooser.FileChooser;
import VASSAL.tools.filechooser.FileFilter;
import java.awt.Component;
import java.io.File;

/** A file dialog in which the user has already picked the file. */
final class GivenFile extends FileChooser {
  private File file;

  private GivenFile(File file) {
    super(null, null);
    this.file = file;
  }

  /** Lets the engine's next question for a file be answered by this one. */
  static void offer(String path) {
    Reflect.set(GameModule.class, GameModule.getGameModule(), "fileChooser", new GivenFile(new File(path)));
  }

  @Override
  public File getCurrentDirectory() {
    return file.getParentFile();
  }

  @Override
  public void setCurrentDirectory(File directory) {}

  @Override
  public void rescanCurrentDirectory() {}

  @Override
  public File getSelectedFile() {
    return file;
  }

  @Override
  public void setSelectedFile(File selected) {
    // The engine proposes a name before it asks; the user's choice stands.
  }

  @Override
  public String getDialogTitle() {
    return "";
  }

  @Override
  public void setDialogTitle(String title) {}

  @Override
  public int showOpenDialog(Component parent) {
    return APPROVE_OPTION;
  }

  @Override
  public int showSaveDialog(Component parent) {
    return APPROVE_OPTION;
  }

  @Override
  public int showOpenDialog() {
    return APPROVE_OPTION;
  }

  @Override
  public int showSaveDialog() {
    return APPROVE_OPTION;
  }

  @Override
  public void selectDotSavFile() {}

  @Override
  public FileFilter getFileFilter() {
    return null;
  }

  @Override
  public void setFileFilter(FileFilter filter) {}

  @Override
  public void addChoosableFileFilter(FileFilter filter) {}

  @Override
  public boolean removeChoosableFileFilter(FileFilter filter) {
    return true;
  }

  @Override
  public void resetChoosableFileFilters() {}
}
