import type { Cluster } from './cluster.ts';
import { endOfPage, PAGE_RETRY_FOR_MS, postedForm } from './hosted-page.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import type { StoredCardPlan } from './stored-card.ts';

const SEE_OTHER = 303;

/** The holder types the card into a form of the gateway, and waits for what its page says. */
export async function fillForm(
  cluster: Pick<Cluster, 'send'>,
  path: string,
  { cardNumber, address }: StoredCardPlan,
): Promise<void> {
  const form = postedForm(path, address, { numero: cardNumber });
  const sent = await sendUntilAnswered(cluster, form, PAGE_RETRY_FOR_MS);
  if (sent?.status === SEE_OTHER) await endOfPage(cluster, path);
}
