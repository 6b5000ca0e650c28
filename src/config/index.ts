export { configFolder } from '../kernel/config-folder.js';
export { configContext } from './config-context.js';
export {
  changeUserConfig,
  readSetting,
  readUserSetting,
  setInUserConfig,
  unsetInUserConfig,
} from './edit/change-user-config.js';
export { type ExaminedProject, examineProject, projectTrust } from './layers/examine-project.js';
export type { ConfigContext } from './layers/read-layers.js';
export { migrateConfig, migrateConfigFile } from './legacy/migrate-config.js';
export { loadSettings, type Settings } from './load-settings.js';
export { distrustFolder, trustFolder } from './trust/trust-store.js';
