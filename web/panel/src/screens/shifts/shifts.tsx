import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ShiftRow } from '../../../../../src/panel/shifts/schema.ts';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { RowCard } from '../../ui/lists/row-card.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { money } from '../../ui/text/format.ts';
import { ShiftState } from './shift-state.tsx';
import { cashierOf } from './shift-words.ts';

const MOST_TERMINALS = 200;

/** Every opening and closing of the shop's tills, newest first. */
export function ShiftsScreen() {
  const { terminal } = useSearch({ from: '/inside/caixa/fechamentos' });
  const { short } = useFormats();
  const shifts = usePages<ShiftRow>(['till-shifts', terminal], (page, signal) =>
    call('GET /till/shifts', {
      query: { ...page, ...(terminal === undefined ? {} : { terminalId: terminal }) },
      signal,
    }),
  );
  const columns: readonly ListColumn<ShiftRow>[] = [
    {
      id: 'at',
      header: 'Aberto',
      cell: ({ row: { original } }) => (
        <Link to="/caixa/fechamentos/$id" params={{ id: String(original.id) }}>
          <b>{short(original.openedAt)}</b>
        </Link>
      ),
    },
    {
      id: 'closed',
      header: 'Fechado',
      cell: ({ row: { original } }) => (original.closedAt === null ? '–' : short(original.closedAt)),
    },
    { id: 'terminal', header: 'Caixa', cell: ({ row }) => row.original.terminalName },
    { id: 'who', header: 'Operador', cell: ({ row }) => cashierOf(row.original) },
    { id: 'opening', header: 'Abertura', cell: ({ row }) => money(row.original.openingCash) },
    {
      id: 'counted',
      header: 'Contado',
      cell: ({ row: { original } }) => (original.countedCash === null ? '–' : money(original.countedCash)),
    },
    { id: 'state', header: 'Conferência', cell: ({ row }) => <ShiftState {...row.original} /> },
  ];
  return (
    <>
      <ScreenHead title="Fechamentos de caixa">
        <TerminalFilter terminal={terminal} />
      </ScreenHead>
      <DataList<ShiftRow>
        caption="Aberturas e fechamentos, mais novos primeiro"
        columns={columns}
        {...shifts}
        rowKey={({ id }) => String(id)}
        filtered={terminal !== undefined}
        card={(shift) => (
          <Link to="/caixa/fechamentos/$id" params={{ id: String(shift.id) }}>
            <RowCard
              amount={
                shift.countedCash === null
                  ? `Abertura ${money(shift.openingCash)}`
                  : `Contado ${money(shift.countedCash)}`
              }
              state={<ShiftState {...shift} />}
              about={`${shift.terminalName} · ${cashierOf(shift)}`}
              at={short(shift.closedAt ?? shift.openedAt)}
            />
          </Link>
        )}
        empty={
          <>
            <b>Nenhum caixa foi aberto ainda</b>
            <p className="soft">
              No Caixa, “Abrir o caixa” anota o troco do começo do dia; ao fechar, o dinheiro contado é
              comparado com o que devia estar lá.
            </p>
          </>
        }
        nothingFound={<b>Este caixa ainda não foi aberto</b>}
      />
    </>
  );
}

/** What an archived one took stays in the list. */
function useTills(archived: boolean): readonly TerminalRow[] {
  const { data } = useQuery({
    queryKey: archived ? ['till-terminals', 'archived'] : ['till-terminals'],
    queryFn: ({ signal }) =>
      call('GET /terminals', {
        query: { limit: MOST_TERMINALS, ...(archived && { archived: true }) },
        signal,
      }),
  });
  return data?.items.filter(({ settings }) => settings.pointOfSale) ?? [];
}

function TerminalFilter({ terminal }: { readonly terminal: number | undefined }) {
  const navigate = useNavigate({ from: '/caixa/fechamentos' });
  const inUse = useTills(false);
  const archived = useTills(true);
  const tills = [...inUse, ...archived];
  if (tills.length < 2 && terminal === undefined) return null;
  return (
    <NativeSelect
      aria-label="Caixa"
      data={[
        { value: '', label: 'Todos os caixas' },
        ...inUse.map(({ id, name }) => ({ value: String(id), label: name })),
        ...archived.map(({ id, name }) => ({ value: String(id), label: `${name} (arquivado)` })),
      ]}
      value={terminal === undefined ? '' : String(terminal)}
      onChange={({ currentTarget: { value } }) =>
        navigate({ search: value === '' ? {} : { terminal: Number(value) }, replace: true })
      }
    />
  );
}
