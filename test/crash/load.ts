import { CARD } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { sellThrough } from '../support/sale-calls.ts';

/** Cards answered at once: approved, declined by the issuer, acquirer unreachable. */
export const QUICK_CARDS = [CARD.number, CARD.number, CARD.number, '4000000000090516', '4000000000096067'];
/** Approved after 5 s, divided by the simulator's time scale. */
export const SLOW_CARD = '4000000000096018';

export interface AnsweredSale {
  readonly referenceId: string;
  readonly transactionId: string;
  readonly amount: string;
  readonly status: number;
}

export interface Load {
  readonly answered: readonly AnsweredSale[];
  /** Sales whose connection was closed before an answer. */
  readonly unanswered: readonly string[];
  /** Answers other than 201. */
  readonly faults: readonly string[];
  /** Sends no new sale; resolves when all sales in flight were answered or lost. */
  stop(): Promise<void>;
}

/** Sends sales one after the other on each connection, until it is stopped or the connection is closed. */
export function startLoad(
  address: string,
  options: { connections: number; name: string; cards: readonly string[] },
): Load {
  const client = createClient(address, options.connections);
  const answered: AnsweredSale[] = [];
  const unanswered: string[] = [];
  const faults: string[] = [];
  let stopped = false;

  const sellRepeatedly = async (connection: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1) {
      const referenceId = `${options.name}-${connection}-${turn}`;
      try {
        const answer = await sellOne(client, referenceId, connection + turn, options.cards);
        if (typeof answer === 'string') faults.push(answer);
        else answered.push(answer);
      } catch {
        unanswered.push(referenceId);
        return;
      }
    }
  };
  const running = Array.from({ length: options.connections }, (_, connection) => sellRepeatedly(connection));
  return {
    answered,
    unanswered,
    faults,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      client.close();
    },
  };
}

async function sellOne(
  client: Client,
  referenceId: string,
  turn: number,
  cards: readonly string[],
): Promise<AnsweredSale | string> {
  const amount = String(100 + turn);
  const cardInfo = { ...CARD, number: cards[turn % cards.length] };
  const answer = await sellThrough(client, { referenceId, amount, capture: turn % 2 === 0, cardInfo });
  if (answer.status !== 201) return `${answer.status} ${answer.text}`;
  const { transactionId, status } = answer.json() as AnsweredSale;
  return { referenceId, transactionId, amount, status };
}
