// From the project's folder, as the configuration has it unless it says otherwise. A hook cannot read it: another folder is
// in the command that was registered.
export const DEFAULT_JOURNAL_FOLDER = '.claude/journal';
