import { Button } from '@mantine/core';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import styles from './till.module.css';

const CASH = 'Dinheiro';
const GROUPS = [
  { title: undefined, has: ({ name }: PaymentMethodRow) => name === CASH },
  { title: 'Na maquininha conectada ao terminal', has: ({ flow }: PaymentMethodRow) => flow === 'TEF' },
  {
    title: 'Em maquininha avulsa: aqui só se registra',
    has: ({ name, flow }: PaymentMethodRow) => flow === 'Pagamento Sem Confirmação' && name !== CASH,
  },
  {
    title: 'Cartão digitado',
    has: (method: PaymentMethodRow) => method.flow.startsWith('Gateway') && !chargesKeptCard(method),
  },
  { title: 'Cartão que o cliente deixou salvo', has: chargesKeptCard },
];

/** The method that charges the preferred kept card of the client. */
export function chargesKeptCard({ flow }: Pick<PaymentMethodRow, 'flow'>): boolean {
  return flow === 'Gateway Enviar Venda';
}

/** The payment methods of the till, grouped by what happens when one is chosen. */
export function MethodButtons(props: {
  readonly methods: readonly PaymentMethodRow[];
  /** Centavos. */
  readonly total: number;
  /** What has to be filled in before. */
  readonly missing: string | undefined;
  /** No other can be chosen. */
  readonly only: PaymentMethodRow | undefined;
  readonly installments: number;
  /** The sale by the chosen method. */
  readonly sale: { readonly isPending: boolean; readonly variables: PaymentMethodRow | undefined };
  readonly onChoose: (method: PaymentMethodRow) => void;
}) {
  const { total, missing, only, installments, sale } = props;
  const isDisabled = (method: PaymentMethodRow) =>
    total <= 0 ||
    missing !== undefined ||
    sale.isPending ||
    (only !== undefined && only.id !== method.id) ||
    tooManyInstallments(installments, method);
  const groups = GROUPS.map(({ title, has }) => ({ title, methods: props.methods.filter(has) }));
  return (
    <div className={styles.groups}>
      {total > 0 && missing && <p className="soft">{missing}</p>}
      {groups
        .filter(({ methods }) => methods.length > 0)
        .map(({ title, methods }) => (
          <section key={title ?? CASH}>
            {title !== undefined && <h3 className={styles.groupTitle}>{title}</h3>}
            <div className={title === undefined ? styles.wideMethod : styles.methods}>
              {methods.map((method) => (
                <Button
                  key={method.id}
                  size="md"
                  px={6}
                  variant={method.name === CASH ? 'default' : 'filled'}
                  disabled={isDisabled(method)}
                  loading={sale.isPending && sale.variables?.id === method.id}
                  onClick={() => props.onChoose(method)}
                >
                  {chargesKeptCard(method)
                    ? 'Cobrar o cartão salvo'
                    : `${method.name} ${method.modality}`.trim()}
                </Button>
              ))}
            </div>
          </section>
        ))}
    </div>
  );
}

function tooManyInstallments(installments: number, method: PaymentMethodRow): boolean {
  return installments > 1 && installments > method.maxInstallments;
}
