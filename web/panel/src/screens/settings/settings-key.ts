/** Under which the settings are kept once read. */
export const SETTINGS_KEY = ['settings'];
