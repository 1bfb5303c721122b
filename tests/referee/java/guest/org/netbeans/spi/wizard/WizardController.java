package org.netbeans.spi.wizard;

/** Stands in for the wizard library: there is nothing to control. */
public class WizardController {
  public static final int MODE_CAN_CONTINUE = 1;
  public static final int MODE_CAN_FINISH = 2;

  public void setProblem(String problem) {}

  public void setForwardNavigationMode(int mode) {}
}
