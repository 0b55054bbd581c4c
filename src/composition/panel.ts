import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { registerPanel } from '../panel/index.ts';
import { localTime } from '../platform/index.ts';
import type { Config } from './config.ts';
import type { OperationalInterface } from './operational-interface.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { Rooms } from './rooms.ts';

const FRONT_END_FOLDER = join(import.meta.dirname, '..', '..', 'web', 'panel', 'dist');

/** Builds the panel on the rooms of both halves. */
export function addPanel(
  app: FastifyInstance,
  {
    config,
    rooms,
    operational,
    gateway,
    publicUrl,
  }: {
    readonly config: Config;
    readonly rooms: Rooms;
    readonly operational: OperationalInterface;
    readonly gateway: Pick<PaymentGateway, 'payments' | 'postbacks'>;
    publicUrl(): string;
  },
): void {
  registerPanel(app, {
    accounts: rooms.accounts,
    clock: rooms.clock,
    time: localTime(config.timeZone),
    sales: rooms.sales,
    payments: gateway.payments,
    transactions: rooms.transactions,
    history: rooms.history,
    cases: rooms.cases,
    postbacks: rooms.postbacks,
    delivery: gateway.postbacks,
    mode: config.mode,
    timeZone: config.timeZone,
    version: manifest.version,
    catalogue: operational.catalogue,
    photos: operational.photos,
    paymentMethods: rooms.paymentMethods,
    checkDocuments: config.checkDocuments,
    photoUrl: (photoId) => `${publicUrl()}/photos/${photoId}`,
    publicUrl,
    frontEndFolder: FRONT_END_FOLDER,
  });
}
