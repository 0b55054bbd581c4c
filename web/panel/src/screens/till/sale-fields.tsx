import { NativeSelect, TextInput } from '@mantine/core';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { ClientField } from './client-field.tsx';
import { OperatorField, type useTillOperators } from './operator-field.tsx';
import { OrderField } from './order-field.tsx';
import type { TillDraft } from './till-draft.ts';
import { installmentChoices } from './till-rules.ts';

/** What a sale has besides its items or value: whatever the terminal's settings ask for or allow. */
export function SaleFields(props: {
  readonly settings: TerminalRow['settings'];
  readonly draft: TillDraft;
  readonly methods: readonly PaymentMethodRow[];
  readonly total: number;
  readonly operators: ReturnType<typeof useTillOperators>;
  readonly set: (change: Partial<TillDraft>) => void;
  readonly faultOf: FaultOf;
}) {
  const { settings, draft, methods, total, operators, set, faultOf } = props;
  return (
    <>
      {settings.asksReference && (
        <TextInput
          label="Referência"
          required
          maxLength={100}
          value={draft.reference}
          onChange={(event) => set({ reference: event.currentTarget.value })}
        />
      )}
      {settings.orders && (
        <OrderField
          value={draft.orderId}
          onChange={(orderId, left) =>
            set({ orderId, ...(left === undefined || draft.way === 'product' ? {} : { value: left }) })
          }
          error={faultOf('orderId')}
        />
      )}
      {settings.asksClient && (
        <ClientField
          value={draft.clientId}
          onChange={(clientId) => set({ clientId })}
          error={faultOf('clientId')}
        />
      )}
      {settings.allowsDiscount && (
        <MoneyField
          label="Desconto"
          value={draft.discount}
          onChange={(cents) => set({ discount: cents ?? 0 })}
          error={faultOf('discount')}
        />
      )}
      {settings.allowsSurcharge && (
        <MoneyField
          label="Acréscimo"
          value={draft.surcharge}
          onChange={(cents) => set({ surcharge: cents ?? 0 })}
          error={faultOf('surcharge')}
        />
      )}
      {settings.allowsInstallments && (
        <NativeSelect
          label={
            settings.installmentKind === 'admin' ? 'Parcelas (pela administradora)' : 'Parcelas (pela loja)'
          }
          data={installmentChoices(methods, total)}
          value={String(draft.installments)}
          onChange={(event) => set({ installments: Number(event.currentTarget.value) })}
          error={faultOf('installments')}
        />
      )}
      {settings.asksOperator && (
        <OperatorField
          operators={operators}
          value={draft.operatorId}
          onChange={(operatorId) => set({ operatorId })}
          error={faultOf('operatorId')}
        />
      )}
    </>
  );
}
