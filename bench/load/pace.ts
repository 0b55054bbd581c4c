/** Durations and amounts of a run. */
export interface Pace {
  /** From the start until idle memory is read: the first key pairs are generated in this time. */
  readonly settleMs: number;
  /** Of each program that is measured: V8 takes about half a minute of load until it has compiled a service's code. */
  readonly warmUpMs: number;
  /** Of the closed loops. */
  readonly connections: readonly number[];
  /** Duration of one window: service or floor, one number of connections, one round. */
  readonly windowMs: number;
  readonly rounds: number;
  readonly arrivalsMs: number;
  /** Duration of one measurement of one primitive. */
  readonly primitiveMs: number;
  /** Rows of each list of the back office. */
  readonly listRows: number;
  /** Sales stored before the panel is used. */
  readonly panelSales: number;
  /** Sales stored before the calls of shops are compared with those to a service with few. */
  readonly storedSales: number;
  /** Long polls of payment clients held open. */
  readonly polls: number;
  /** Codes of Pix that nobody pays, and pages with one that are open at once. */
  readonly openCodes: number;
  readonly openPages: number;
  /** Mails that wait for a host that does not work. */
  readonly mails: number;
  /** Connections to the service with a slow acquirer. */
  readonly slowConnections: number;
  /** Starts of the service, each with a new data folder and then with a used one. */
  readonly starts: number;
}

export const FULL: Pace = {
  settleMs: 5_000,
  warmUpMs: 30_000,
  connections: [1, 32, 64],
  windowMs: 2_000,
  rounds: 3,
  arrivalsMs: 10_000,
  primitiveMs: 500,
  listRows: 10_000,
  panelSales: 1_000_000,
  storedSales: 1_000_000,
  polls: 10_000,
  openCodes: 100_000,
  openPages: 10_000,
  mails: 10_000,
  slowConnections: 1_000,
  starts: 5,
};

export const QUICK: Pace = {
  settleMs: 500,
  warmUpMs: 200,
  connections: [1, 32, 64],
  windowMs: 200,
  rounds: 1,
  arrivalsMs: 500,
  primitiveMs: 50,
  listRows: 100,
  panelSales: 1_000,
  storedSales: 3_000,
  polls: 20,
  openCodes: 300,
  openPages: 20,
  mails: 100,
  slowConnections: 20,
  starts: 1,
};

export const ARRIVALS_PER_SECOND = 500;
