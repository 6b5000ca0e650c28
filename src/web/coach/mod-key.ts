/** The key that commands are pressed with. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Cmd' : 'Ctrl';
