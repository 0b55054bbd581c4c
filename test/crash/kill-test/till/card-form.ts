import type { Cluster } from '../cluster.ts';
import type { Random } from '../random.ts';
import { sendUntilAnswered } from '../send-until-answered.ts';
import { withCheckDigit } from '../stored-card.ts';

const RETRY_FOR_MS = 15_000;
/** On a busy machine, the acquirer answers later than the service waits: its waits are divided by hundreds. */
const MAX_TRIES = 8;
const NOT_STORED = 422;
/** Cards of the demonstration seller's clients follow those that it stores by the interface. */
const FIRST_CARD = 5;

export function cardOfClient(index: number): string {
  return withCheckDigit(`423564770${FIRST_CARD + index}00000`);
}

/** Sends the hosted form that stores a card. */
export async function fillCardForm(
  cluster: Pick<Cluster, 'send'>,
  random: Random,
  path: string,
  typed: Readonly<Record<'numero', string>>,
): Promise<void> {
  const form = { chave: path, validade: '12/2035', cvv: '123', nome: 'MARIA DA SILVA', ...typed };
  const send = () =>
    sendUntilAnswered(
      cluster,
      {
        method: 'POST',
        path,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'User-Agent': 'Mozilla/5.0 (test)',
          'X-Forwarded-For': `10.1.${random.between(0, 255)}.${random.between(0, 255)}`,
        },
        body: new URLSearchParams(form).toString(),
      },
      RETRY_FOR_MS,
    );
  let answer = await send();
  for (let tries = 1; answer?.status === NOT_STORED && tries < MAX_TRIES; tries += 1) answer = await send();
  if (answer?.status !== 303) throw new Error(`the card form: ${answer?.status} ${answer?.text}`);
}
