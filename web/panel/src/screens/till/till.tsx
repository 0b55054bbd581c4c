import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { ShiftBar } from '../shifts/shift-bar.tsx';
import { PaymentClientState } from '../terminals/payment-client.tsx';
import { Desk, type SoldFrom } from './desk.tsx';
import { SaleProgress } from './sale-progress.tsx';
import styles from './till.module.css';
import type { TillDraft } from './till-draft.ts';
import { isSoldHere } from './till-methods.ts';

const MOST_TERMINALS = 200;
const TERMINAL_KEY = 'guiche-caixa-terminal';
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
  const usable = methods.data.items.filter(
    (method) => isSoldHere(method) && (method.available || method.lacks === 'pix'),
  );
  return <OpenTill tills={tills} methods={usable} />;
}

function OpenTill(props: {
  readonly tills: readonly TerminalRow[];
  readonly methods: readonly PaymentMethodRow[];
}) {
  const { tills, methods } = props;
  const { pedido, falta } = useSearch({ from: '/inside/caixa' });
  const navigate = useNavigate({ from: '/caixa' });
  const asked =
    pedido === undefined
      ? undefined
      : { orderId: String(pedido), way: 'value' as const, ...(falta === undefined ? {} : { value: falta }) };
  const [chosen, setChosen] = useState(localStorage.getItem(TERMINAL_KEY) ?? '');
  const [sold, setSold] = useState<SoldFrom & { readonly sale: TillSale }>();
  const [start, setStart] = useState<Partial<TillDraft> | undefined>(asked);
  const own = tills.find(({ id }) => String(id) === chosen) ?? tills[0];
  const isForOrder = pedido !== undefined && own?.settings.orders !== true;
  const terminal = isForOrder ? tills.find(({ settings }) => settings.orders) : own;
  if (!terminal) {
    return (
      <>
        <ScreenHead title="Caixa" />
        <p>Nenhum caixa recebe pedidos ainda: ative “Receber pedidos” na página do terminal, em Terminais.</p>
      </>
    );
  }
  const leave = (next: Partial<TillDraft> | undefined) => {
    setStart(next);
    setSold(undefined);
    if (pedido !== undefined) void navigate({ search: {}, replace: true });
  };
  const choose = (id: string) => {
    localStorage.setItem(TERMINAL_KEY, id);
    setChosen(id);
    leave(undefined);
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
      {!sold && <ShiftBar key={`shift ${terminal.id}`} terminal={terminal} />}
      {sold && (
        <SaleProgress
          key={sold.sale.id}
          sold={sold.sale}
          given={sold.given}
          terminal={terminal}
          onNext={() => leave(undefined)}
          onAgain={() => leave(sold.draft)}
        />
      )}
      {!sold && !settings.sellsByValue && !settings.sellsByProduct && (
        <p>Este terminal não vende por valor nem por produto: ative um dos dois em Terminais.</p>
      )}
      {!sold && (settings.sellsByValue || settings.sellsByProduct) && (
        <Desk
          key={terminal.id}
          terminal={terminal}
          methods={methods}
          start={start}
          onSold={(sale, from) => setSold({ sale, ...from })}
        />
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
    orders: true,
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
      <p>
        Venda no computador, no tablet ou no celular: por valor ou por produto, em dinheiro, cartão ou Pix.
      </p>
      {create.error && <ErrorNotice error={create.error} />}
      {mayWrite ? (
        <>
          <Button mt="md" size="md" loading={create.isPending} onClick={() => create.mutate()}>
            Criar um caixa
          </Button>
          {first && (
            <p className={`soft ${styles.otherwise}`}>
              Ou ative “Usar como caixa” em{' '}
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
