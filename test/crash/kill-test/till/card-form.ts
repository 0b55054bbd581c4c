import type { Cluster } from '../cluster.ts';
import type { Random } from '../random.ts';
import { sendUntilAnswered } from '../send-until-answered.ts';
import { withCheckDigit } from '../stored-card.ts';

const RETRY_FOR_MS = 15_000;
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
  const answer = await sendUntilAnswered(
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
  if (answer?.status !== 303) throw new Error(`the card form: ${answer?.status} ${answer?.text}`);
}
