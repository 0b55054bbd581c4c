import { createDriver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { newPlace, startService } from '../place.ts';
import type { OtherVersion } from '../report/against.ts';
import { type Compared, compare } from '../report/compare.ts';
import type { Scenario, ScenarioName } from './scenarios.ts';

/** This version beside another one: in `loads` that one stands where the floor does otherwise. */
export interface MeasuredAgainst {
  readonly scenario: ScenarioName;
  readonly title: string;
  /** Of the other version, as given. */
  readonly name: string;
  readonly loads: readonly Compared[];
}

/** Each with a database of its own, loaded in turn. Throws LoadFailed for an unexpected answer. */
export async function runAgainst(
  scenario: Scenario,
  { name, folder }: OtherVersion,
  usualPace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredAgainst> {
  const pace = scenario.paceOf?.(usualPace) ?? usualPace;
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const places = [await newPlace(own, scenario.engine), await newPlace(own, scenario.engine)] as const;
    const ours = await startService(own, places[0], scenario.settings);
    const theirs = await startService(own, places[1], scenario.settings, folder);
    const driverOf = async (program: typeof ours) =>
      createDriver(program, await scenario.load(program.address));
    const measured = compare(await driverOf(ours), await driverOf(theirs), pace);
    const { loads } = await Promise.race([measured, ours.died, theirs.died]);
    return { scenario: scenario.name, title: scenario.title, name, loads };
  } finally {
    await own.disposeAsync();
  }
}
