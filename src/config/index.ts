export { configFolder } from './config-folder.js';
export type { LayerPlaces } from './layers/read-layers.js';
export { type FileMigration, type Migration, migrateConfig, migrateConfigFile } from './legacy/migrate-config.js';
export { loadSettings } from './load-settings.js';
export type { SemanticsSettings } from './sections/semantics.js';
export type { LayerName, Settings, SettingsSource } from './settings.js';
export { type ExaminedProject, examineProject, projectTrust } from './trust/examine-project.js';
export type { TrustState } from './trust/trust-state.js';
export { distrustFolder, trustFolder, type WriteFile } from './trust/trust-store.js';
