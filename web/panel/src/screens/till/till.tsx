import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { PaymentClientState } from '../terminals/payment-client.tsx';
import { Desk } from './desk.tsx';
import { SaleProgress } from './sale-progress.tsx';
import styles from './till.module.css';

const MOST_TERMINALS = 200;
const TERMINAL_KEY = 'guiche-caixa-terminal';
/** Flows of the methods that the web till offers. */
const FLOWS = [
  'Pagamento Sem Confirmação',
  'TEF',
  'Gateway Crédito',
  'Gateway Débito',
  'Gateway Enviar Venda',
];

/** The web till: sells at one of the shop's terminals, by every method that it has. */
export function TillScreen() {
  const terminals = useQuery({
    queryKey: ['till-terminals'],
    queryFn: ({ signal }) => call('GET /terminals', { query: { limit: MOST_TERMINALS }, signal }),
  });
  const methods = useQuery({
    queryKey: ['payment-methods'],
    queryFn: ({ signal }) => call('GET /payment-methods', { signal }),
  });
  const failed = terminals.error ?? methods.error;
  if (failed) return <ErrorNotice error={failed} onRetry={() => terminals.refetch()} />;
  if (!terminals.data || !methods.data) return <Loading />;
  const tills = terminals.data.items.filter(({ settings }) => settings.pointOfSale);
  if (tills.length === 0) return <NoTill terminals={terminals.data.items} />;
  const usable = methods.data.items.filter(({ available, flow }) => available && FLOWS.includes(flow));
  return <OpenTill tills={tills} methods={usable} />;
}

function OpenTill(props: {
  readonly tills: readonly TerminalRow[];
  readonly methods: readonly PaymentMethodRow[];
}) {
  const { tills, methods } = props;
  const [chosen, setChosen] = useState(localStorage.getItem(TERMINAL_KEY) ?? '');
  const [sold, setSold] = useState<TillSale>();
  const terminal = tills.find(({ id }) => String(id) === chosen) ?? tills[0];
  if (!terminal) return null;
  const choose = (id: string) => {
    localStorage.setItem(TERMINAL_KEY, id);
    setChosen(id);
    setSold(undefined);
  };
  const { settings } = terminal;
  return (
    <>
      <ScreenHead title="Caixa">
        <div className={styles.terminal}>
          {terminal.paymentClient && <PaymentClientState client={terminal.paymentClient} />}
          <NativeSelect
            aria-label="Terminal"
            data={tills.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(terminal.id)}
            onChange={(event) => choose(event.currentTarget.value)}
            disabled={sold !== undefined}
          />
        </div>
      </ScreenHead>
      {sold && (
        <SaleProgress key={sold.id} sold={sold} terminal={terminal} onNext={() => setSold(undefined)} />
      )}
      {!sold && !settings.sellsByValue && !settings.sellsByProduct && (
        <p>Este terminal não vende por valor nem por produto: ative um dos dois em Terminais.</p>
      )}
      {!sold && (settings.sellsByValue || settings.sellsByProduct) && (
        <Desk key={terminal.id} terminal={terminal} methods={methods} onSold={setSold} />
      )}
    </>
  );
}

/** What most shops want of a till; everything else can be changed on the page of its terminal. */
const FIRST_TILL = {
  name: 'Caixa',
  settings: {
    pointOfSale: true,
    sellsByValue: true,
    sellsByProduct: true,
    allowsInstallments: true,
    allowsDiscount: true,
    printsProducts: true,
    printsBuyerReceipt: true,
  },
} as const;

/** The first till takes one press; a terminal of before can become one. */
function NoTill({ terminals }: { readonly terminals: readonly TerminalRow[] }) {
  const mayWrite = useMay('terminals.write');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => call('POST /terminals', { body: FIRST_TILL }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['till-terminals'] }),
  });
  const [first] = terminals;
  return (
    <>
      <ScreenHead title="Caixa" />
      <p>Venda no computador, no tablet ou no celular: por valor ou por produto, em dinheiro ou cartão.</p>
      {create.error && <ErrorNotice error={create.error} />}
      {mayWrite ? (
        <>
          <Button mt="md" size="md" loading={create.isPending} onClick={() => create.mutate()}>
            Criar um caixa
          </Button>
          {first && (
            <p className="soft">
              Ou ative “Habilitar o PDV” em{' '}
              <Link to="/terminais/$id" params={{ id: String(first.id) }}>
                {first.name}
              </Link>
              , e ele passa a ser um caixa.
            </p>
          )}
        </>
      ) : (
        <p className="soft">Ainda não há um caixa. Peça a um administrador da loja que crie um aqui.</p>
      )}
    </>
  );
}
