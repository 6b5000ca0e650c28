// From the project's folder, as the configuration has them unless it says otherwise. A hook cannot read it: other folders
// are in the command that was registered.
export const DEFAULT_DATA_FOLDER = '.witan';
export const DEFAULT_JOURNAL_FOLDER = '.claude/journal';
