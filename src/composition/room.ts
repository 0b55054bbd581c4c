import type { FastifyInstance } from 'fastify';
import type { GenerateKeyPair } from '../gateway/card-data/index.ts';
import type { Instance } from '../platform/instances/index.ts';
import type { Job } from '../platform/jobs/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { KnownAges } from '../platform/time/known-ages.ts';
import type { Tracing } from '../platform/tracing/index.ts';
import type { Config } from './config/config.ts';
import type { Rooms } from './rooms.ts';

/** For what went wrong. Errors that are part of an outage of the database do not get here (database-watch.ts). */
export interface RoomLog {
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** What every part of the service is built from. */
export interface RoomParts {
  readonly config: Config;
  readonly rooms: Rooms;
  readonly metrics: Metrics;
  readonly log: RoomLog;
  readonly instance: Instance;
  /** How long this process has known of what is under way. */
  readonly ages: KnownAges;
  /** Undefined: nothing is traced. */
  readonly tracing: Tracing | undefined;
  /** RSA pairs for cardHashes; of the process's own making by default. */
  readonly generateKeyPair?: GenerateKeyPair;
  /** Whether the pages of buyers limit card testing: in production, as all rates (docs/contract/decided.md 2). */
  readonly limitsTries: boolean;
  publicUrl(): string;
}

/**
 * A part of the service. Registered in the order of building, closed in reverse. The migrations of all stand in rooms.ts:
 * they come before anything can be built.
 */
export interface Room {
  readonly jobs: readonly Job[];
  /** Adds its routes and hooks. */
  register(app: FastifyInstance): void | Promise<void>;
  close(): void | Promise<void>;
}
