import { Facet } from '@codemirror/state';

/** The path of the file that an editor shows, for extensions: `state.facet(filePath)`. */
export const filePath = Facet.define<string, string>({ combine: ([path = '']) => path });
