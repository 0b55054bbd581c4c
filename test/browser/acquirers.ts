import { startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { type TestService, testService } from '../support/service.ts';

const DEMO_SELLER = '1';

/** A service whose sales go to one acquirer with the same time scale. */
export interface AcquirerScene {
  readonly service: TestService;
  /** Number of charges in the acquirer's book with this id. */
  approvedCharges(theirId: string): Promise<number>;
  close(): Promise<void>;
}

export interface Acquirer {
  readonly name: string;
  open(timeScale: number): Promise<AcquirerScene>;
}

/** Every acquirer with 3-D Secure. */
export const ACQUIRERS: readonly [simulator: Acquirer, rede: Acquirer] = [
  {
    name: 'the simulator',
    open: async (timeScale) => {
      const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: String(timeScale) });
      await service.start();
      return {
        service,
        approvedCharges: async (theirId) => {
          const { charges } = (await service.send({ path: `/__sim/book?id=${theirId}` })).json() as {
            charges: readonly { state: string }[];
          };
          return charges.filter(({ state }) => state === 'approved').length;
        },
        close: async () => {
          await service.stop();
          await service.remove();
        },
      };
    },
  },
  {
    name: 'Rede',
    open: async (timeScale) => {
      const host = await startRedeHost({ timeScale });
      const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: String(timeScale) });
      await service.start();
      const settings = Object.entries(host.settings()).flatMap(([name, value]) => [
        '--setting',
        `${name}=${value}`,
      ]);
      await service.command('acquirer', 'add', '--person', DEMO_SELLER, '--provider', 'REDE', ...settings);
      return {
        service,
        approvedCharges: async (theirId) =>
          (await host.book()).filter(({ tid, state }) => tid === theirId && state === 'approved').length,
        close: async () => {
          await service.stop();
          await service.remove();
          await host.close();
        },
      };
    },
  },
];
