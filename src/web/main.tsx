import { render } from 'preact';
import { openAccess } from './shell/access.js';
import { App, NoAccess } from './shell/app.js';
import { followChanges } from './shell/changes.js';

const hasAccess = await openAccess();
if (hasAccess) followChanges();
render(hasAccess ? <App /> : <NoAccess />, document.body);

// A new address that is pasted into this tab changes only the part behind the #.
addEventListener('hashchange', () => location.hash.startsWith('#k=') && location.reload());
