import { registerOperatorRoutes, registerReference } from '../platform/index.ts';
import { API_INTRODUCTION, DEMO_CREDENTIALS, SECURITY_SCHEMES } from './reference-texts.ts';
import type { Room, RoomParts } from './room.ts';

/** The API reference, health and metrics. The reference sees only the routes registered after it. */
export function createOperatorPaths({ config, rooms, metrics, publicUrl }: RoomParts): Room {
  return {
    jobs: [],
    register: (app) => {
      registerReference(app, {
        title: 'Guichê',
        version: '1',
        introduction: API_INTRODUCTION[config.mode],
        securitySchemes: SECURITY_SCHEMES,
        publicUrl,
        demoCredentials: config.mode === 'production' ? undefined : DEMO_CREDENTIALS,
      });
      registerOperatorRoutes(app, {
        metrics,
        metricsToken: config.metricsToken,
        ready: () => rooms.database.ping(),
        live: rooms.database.working,
      });
    },
    close: () => undefined,
  };
}
