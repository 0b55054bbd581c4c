import { useActing } from '../api/acting.ts';
import { useMe } from './session.ts';

/** Who sold, as printed. The document is absent while somebody else works in the shop. */
export interface ReceiptShop {
  readonly name: string;
  readonly document: string | undefined;
  /** Nothing of the sandbox is money. */
  readonly isTest: boolean;
}

export function useReceiptShop(): ReceiptShop {
  const { person, mode } = useMe();
  const acting = useActing();
  return {
    name: acting?.name ?? person.tradeName ?? person.name,
    document: acting ? undefined : person.document,
    isTest: mode === 'sandbox',
  };
}
