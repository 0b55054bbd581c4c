import { useQuery } from '@tanstack/react-query';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { LargeButtons } from '../till-choices/large-buttons.tsx';
import styles from './payment-methods.module.css';

const COLUMNS: readonly ListColumn<PaymentMethodRow>[] = [
  { id: 'name', header: 'Forma de pagamento', cell: ({ row }) => <Name method={row.original} /> },
  { id: 'installments', header: 'Parcelas', cell: ({ row }) => installmentsOf(row.original) },
  { id: 'state', header: 'Situação', cell: ({ row }) => <State method={row.original} /> },
];

/** The shop's payment methods; only the platform's operator changes them. */
export function PaymentMethodsScreen() {
  const methods = useQuery({
    queryKey: ['payment-methods'],
    queryFn: ({ signal }) => call('GET /payment-methods', { signal }),
  });
  return (
    <>
      <ScreenHead title="Formas de pagamento" />
      <p className={`soft ${styles.intro}`}>
        O que sua loja pode receber. Para mudar o que vale para ela, fale com o operador da plataforma.
      </p>
      <LargeButtons methods={methods.data?.items} />
      <DataList<PaymentMethodRow>
        caption="Formas de pagamento"
        columns={COLUMNS}
        rows={methods.data?.items}
        rowKey={({ id }) => String(id)}
        error={methods.error}
        onRetry={() => methods.refetch()}
        card={(method) => (
          <div className={styles.card}>
            <span>
              <Name method={method} />
              <span className="soft">{installmentsOf(method)}</span>
            </span>
            <State method={method} />
          </div>
        )}
        empty={<b>Nenhuma forma de pagamento</b>}
      />
      {methods.data && <OfIntegration methods={methods.data.items} />}
    </>
  );
}

/** What an integration sends and reads, folded: nobody else needs it. */
function OfIntegration({ methods }: { readonly methods: readonly PaymentMethodRow[] }) {
  return (
    <details className={styles.integration}>
      <summary>Números para a integração</summary>
      <PlainTable headings={['Forma de pagamento', 'Nome na API', 'Tarifa', 'Número']}>
        {methods.map((method) => (
          <tr key={method.id}>
            <td>{method.label}</td>
            <td>{method.modality === '' ? method.name : `${method.name} · ${method.modality}`}</td>
            <td>{method.feeExempt ? 'Isenta' : 'Com tarifa'}</td>
            <td className="mono">{method.id}</td>
          </tr>
        ))}
      </PlainTable>
    </details>
  );
}

function Name({ method: { label, hint } }: { readonly method: PaymentMethodRow }) {
  return (
    <>
      <b>{label}</b>
      <span className="soft"> {hint}</span>
    </>
  );
}

const LACKING: Readonly<Record<NonNullable<PaymentMethodRow['lacks']>, string>> = {
  pix: 'Ainda não: falta quem receba Pix',
  bankSlip: 'Ainda não: falta conta de boleto',
  permission: 'Indisponível',
};

function State({ method: { available, lacks } }: { readonly method: PaymentMethodRow }) {
  if (available) return <Badge label="Disponível" tone="good" icon="check" />;
  return <Badge label={LACKING[lacks ?? 'permission']} tone="idle" icon="cross" />;
}

function installmentsOf({ maxInstallments }: PaymentMethodRow): string {
  return maxInstallments > 1 ? `até ${maxInstallments} vezes` : 'à vista';
}
