package referee.guest;

import VASSAL.build.GameModule;
import VASSAL.build.module.PlayerRoster;
import VASSAL.configure.StringEnumConfigurer;

/** The side that the player takes when the engine asks for one at the start of a game. */
public final class Sides {
  static String wanted;

  private Sides() {}

  /** Picks the wanted side in the engine's own list; without a wish, or without such a side, one stays observer. */
  public static void choose() {
    final PlayerRoster roster = GameModule.getGameModule().getPlayerRoster();
    if (wanted == null || roster == null) {
      return;
    }
    final StringEnumConfigurer list = Reflect.get(PlayerRoster.class, roster, "sideConfig");
    if (list != null) {
      list.setValue(wanted);
    }
  }
}
