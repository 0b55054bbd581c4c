import { cancelIntention } from '../intentions/index.ts';
import {
  type Claim,
  type MoveResult,
  move,
  type RequestedMovement,
  refused,
  repeatedMove,
  Status,
} from '../transactions/index.ts';
import type { PaymentsDependencies } from './dependencies.ts';
import type { MovementRequest } from './requests.ts';

/** Captures and voids, once for each key. */
export function movingPayments(
  dependencies: PaymentsDependencies,
): Readonly<Record<RequestedMovement, (request: MovementRequest) => Promise<MoveResult>>> {
  const moving =
    (wanted: RequestedMovement) =>
    ({ idempotencyKey: key, ...request }: MovementRequest): Promise<MoveResult> => {
      const run = async (idempotency?: Claim) =>
        (wanted === 'void' ? await cancelUnpaid(dependencies, request, idempotency) : undefined) ??
        move(dependencies, { ...request, wanted, idempotency });
      if (key === undefined) return run();
      const { merchantId, transactionId, amount } = request;
      const content = [transactionId, amount ?? null];
      return dependencies.once(
        { merchantId, route: wanted, key, content },
        run,
        async (transaction, answered) =>
          (wanted === 'void'
            ? await dependencies.pix.withdrawnBefore(transaction, answered, request.origin)
            : undefined) ?? repeatedMove(transaction),
      );
    };
  return { capture: moving('capture'), void: moving('void') };
}

/** Undefined for anything but an intention, or a Pix, that waits for its buyer. */
async function cancelUnpaid(
  dependencies: PaymentsDependencies,
  { merchantId, transactionId, amount, origin }: Omit<MovementRequest, 'idempotencyKey'>,
  idempotency?: Claim,
): Promise<MoveResult | undefined> {
  const found = await dependencies.store.find(merchantId, transactionId);
  const withdrawn = found && (await dependencies.pix.withdraw(found, { origin, amount, idempotency }));
  if (withdrawn) return withdrawn;
  if (!found?.order.intention || found.result.status !== Status.intention) return undefined;
  if (amount !== undefined && amount !== found.amount) return refused('partial_unsupported');
  const transaction = await cancelIntention(dependencies, found, { origin, idempotency });
  // A code may have come meanwhile.
  if (!transaction) return dependencies.pix.withdraw(found, { origin, amount, idempotency });
  return { kind: 'moved', transaction };
}
