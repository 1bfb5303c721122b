package org.netbeans.spi.wizard;

/** Stands in for the wizard library. */
public class WizardException extends Exception {
  private static final long serialVersionUID = 1L;
}
