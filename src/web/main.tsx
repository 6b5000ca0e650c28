import { render } from 'preact';
import { onNewKey, openAccess } from './shell/access.js';
import { App, NoAccess } from './shell/app.js';
import { followChanges } from './shell/changes.js';

const hasAccess = await openAccess();
if (hasAccess) followChanges();
else onNewKey(() => location.reload());
render(hasAccess ? <App /> : <NoAccess />, document.body);

// A new address that is pasted into this tab changes only the part behind the #.
addEventListener('hashchange', () => location.hash.startsWith('#k=') && location.reload());
