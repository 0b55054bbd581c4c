import { registerGuides } from '../../guides/index.ts';
import { registerOperatorRoutes, registerReference } from '../../platform/http/index.ts';
import {
  API_DESCRIPTION,
  API_INTRODUCTION,
  DEMO_CREDENTIALS,
  DEMO_VARIABLES,
  NO_CREDENTIALS,
} from '../api-reference/api-description.ts';
import type { DiskWatch } from '../observability/disk-watch.ts';
import type { Room, RoomParts } from '../room.ts';
import { createDocumentTurns } from './document-turns.ts';

/** The API reference, the guides, health and metrics. The reference sees only the routes registered after it. */
export function createOperatorPaths(
  { config, rooms, metrics, publicUrl }: RoomParts,
  disk: Pick<DiskWatch, 'hasRoom'>,
): Room {
  return {
    jobs: [],
    register: (app) => {
      if (config.docs) {
        const takeTurn = createDocumentTurns();
        registerReference(app, {
          ...API_DESCRIPTION,
          introduction: API_INTRODUCTION[config.mode],
          publicUrl,
          demoCredentials: config.mode === 'production' ? undefined : DEMO_CREDENTIALS,
          collectionVariables: config.mode === 'production' ? NO_CREDENTIALS : DEMO_VARIABLES,
          takeTurn,
        });
        registerGuides(app, { publicUrl, takeTurn });
      }
      registerOperatorRoutes(app, {
        metrics,
        metricsToken: config.metricsToken,
        metricsOpenHere: config.mode === 'sandbox',
        ready: async () => (await rooms.database.ping()) && (await disk.hasRoom()),
        live: rooms.database.working,
      });
    },
    close: () => undefined,
  };
}
