import type { FastifyInstance } from 'fastify';
import { type EntryDependencies, entryRoutes } from './entry/routes.ts';
import { registerFrontEnd } from './front-end/front-end.ts';
import { registerStartPage } from './front-end/start-page.ts';
import { registerPanelRoutes } from './interface/register.ts';
import type { AnyOpenRoute, AnyPanelRoute } from './interface/route.ts';
import { type SessionCookie, sessionCookie } from './interface/session-cookie.ts';
import { keyRoutes } from './keys/routes.ts';
import { securityRoutes } from './security/routes.ts';
import { teamRoutes } from './team/routes.ts';

export interface PanelOptions extends Omit<EntryDependencies, 'cookie'> {
  publicUrl(): string;
  /** Where the built front end lies. */
  readonly frontEndFolder: string;
}

/** Every call of the panel's interface. */
export function panelRoutes(
  options: Omit<PanelOptions, 'frontEndFolder'>,
  cookie: SessionCookie,
): readonly (AnyPanelRoute | AnyOpenRoute)[] {
  return [
    ...entryRoutes({ ...options, cookie }),
    ...securityRoutes(options),
    ...teamRoutes(options),
    ...keyRoutes(options),
  ];
}

/** Adds the panel to the server: its pages and its own interface. */
export function registerPanel(app: FastifyInstance, options: PanelOptions): void {
  const cookie = sessionCookie(options.publicUrl);
  const production = options.mode === 'production';
  registerPanelRoutes(app, { ...options, cookie, production }, panelRoutes(options, cookie));
  registerFrontEnd(app, options.frontEndFolder);
  registerStartPage(app, options);
}
