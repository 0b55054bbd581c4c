import { pixLoad } from '../parts/scenarios.ts';
import { LoadFailed } from './load.ts';

const AT_ONCE = 32;

/** Makes codes that nobody pays, each with a page of its own. Gives the paths of the pages. */
export async function makeCodes(address: string, count: number): Promise<readonly string[]> {
  const { method, path, headers, bodies, status } = pixLoad();
  const pages: string[] = [];
  let begun = 0;
  const make = async (): Promise<void> => {
    while (begun < count) {
      const body = bodies[begun % bodies.length] ?? '';
      begun += 1;
      const answer = await fetch(new URL(path, address), { method, headers, body });
      if (answer.status !== status) throw new LoadFailed(`${path} answered ${answer.status}`);
      const { payment } = (await answer.json()) as { payment: { pix: { url: string } } };
      pages.push(new URL(payment.pix.url).pathname);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, make));
  return pages;
}
