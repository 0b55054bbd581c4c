import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { exposesCardNumber } from '../gateway/card-data/index.ts';
import {
  type Catalogue,
  catalogueOperations,
  createCatalogue,
  createPhotos,
  type Photos,
  registerOperations,
  registerPhotoRoutes,
} from '../operations/index.ts';
import { loginOperations, registerPasswordPage } from '../operations/login/index.ts';
import { personOperations } from '../operations/persons/index.ts';
import { type Job, type Log, localTime } from '../platform/index.ts';
import type { Config } from './config.ts';
import type { Rooms } from './rooms.ts';

export interface OperationalInterface {
  readonly jobs: readonly Job[];
  readonly catalogue: Catalogue;
  readonly photos: Photos;
  /** To be awaited before the routes are finished. */
  register(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** Builds the rooms of the operational interface on those that they share with the command line. */
export function createOperationalInterface(parts: {
  readonly config: Config;
  readonly rooms: Rooms;
  readonly log: Log;
  publicUrl(): string;
}): OperationalInterface {
  const { config, rooms, log, publicUrl } = parts;
  const { accounts, database, clock, paymentMethods } = rooms;
  const photos = createPhotos({
    database,
    dataDir: config.dataDir,
    publicUrl,
    clock,
    randomBytes,
    onDecoderError: (error) => log.warn({ err: error }, 'a picture could not be decoded'),
  });
  return {
    jobs: [...accounts.jobs, ...photos.jobs],
    catalogue: createCatalogue({ database, photos }),
    photos,
    close: photos.close,
    register: async (app) => {
      registerOperations(app, { accounts, clock, time: localTime(config.timeZone), exposesCardNumber }, [
        ...loginOperations({ accounts, photos }),
        ...personOperations({ accounts, photos }),
        ...catalogueOperations({
          accounts,
          database,
          photos,
          paymentMethods,
          checkDocuments: config.checkDocuments,
        }),
      ]);
      registerPhotoRoutes(app, { photos, accounts });
      await registerPasswordPage(app, { accounts, clock });
    },
  };
}
