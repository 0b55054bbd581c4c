import { Button, Skeleton } from '@mantine/core';
import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { mayGoWellAgain, supportCodeOf } from '../feedback/support-code.ts';
import styles from './data-list.module.css';

const features = tableFeatures({ columnVisibilityFeature });
export type ListColumn<Row extends RowData> = ColumnDef<typeof features, Row>;

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const NO_ROWS: readonly never[] = [];

interface DataListProps<Row extends RowData> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly ListColumn<Row>[];
  /** Ids of hidden columns. */
  readonly hidden?: readonly string[];
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** On phones each row is a card. */
  readonly card: (row: Row) => ReactNode;
  /** Cards are grouped under these titles, in the order of the rows. */
  readonly groupOf?: (row: Row) => string;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Shown when there are no rows at all. */
  readonly empty: ReactNode;
  /** Shown instead of `empty` while filters are set. */
  readonly nothingFound?: ReactNode;
  readonly filtered?: boolean;
  readonly footer?: ReactNode;
  readonly more?: { readonly loading: boolean; readonly load: () => void } | undefined;
}

/** The list of all screens: a table if there is room, cards on phones. */
export function DataList<Row extends RowData>(props: DataListProps<Row>) {
  const { rows, error } = props;
  if (error && rows === undefined) return <ListError error={error} onRetry={props.onRetry} />;
  if (rows?.length === 0) {
    return (
      <div className={`${styles.card} ${styles.state}`}>
        {props.filtered ? (props.nothingFound ?? 'Nada encontrado com estes filtros.') : props.empty}
      </div>
    );
  }
  return (
    <>
      <ListTable {...props} />
      <ListCards {...props} />
      {(props.footer !== undefined || props.more) && (
        <div className={styles.footer}>
          <div>{props.footer}</div>
          {props.more && (
            <Button variant="subtle" loading={props.more.loading} onClick={props.more.load}>
              Mostrar mais
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/**
 * A header or cell. Its function is called, and is no component of its own: screens make their columns anew each time they
 * are drawn, and the buttons in the cells, one of which may have the focus, must stay.
 */
function Drawn<Context>(props: {
  readonly part: string | ((context: Context) => ReactNode) | undefined;
  readonly context: Context;
}) {
  return typeof props.part === 'function' ? props.part(props.context) : props.part;
}

/** More do not stand side by side at 1280 pixels without getting narrower. */
const MANY_COLUMNS = 9;

function ListTable<Row extends RowData>({ caption, columns, hidden, rows, rowKey }: DataListProps<Row>) {
  const table = useTable({
    features,
    columns: columns as ListColumn<Row>[],
    data: (rows ?? NO_ROWS) as Row[],
    getRowId: rowKey,
    state: { columnVisibility: Object.fromEntries((hidden ?? []).map((id) => [id, false])) },
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its frame is scrolled by keyboard
    <section className={`${styles.card} ${styles.tableFrame}`} aria-label={`${caption}, tabela`} tabIndex={0}>
      <table
        className={`${styles.table} ${table.getVisibleLeafColumns().length > MANY_COLUMNS ? styles.dense : ''}`}
        aria-busy={rows === undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" data-column={header.column.id}>
                  <Drawn part={header.column.columnDef.header} context={header.getContext()} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows === undefined
            ? SKELETON_ROWS.map((key) => (
                <tr key={key}>
                  <td colSpan={columns.length}>
                    <Skeleton height={14} />
                  </td>
                </tr>
              ))
            : table.getRowModel().rows.map((row) => (
                <tr key={row.id}>
                  {row.getVisibleCells().map((cell) => (
                    <td key={cell.id} data-column={cell.column.id}>
                      <Drawn part={cell.column.columnDef.cell} context={cell.getContext()} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function ListCards<Row extends RowData>({ rows, rowKey, card, groupOf }: DataListProps<Row>) {
  if (rows === undefined) {
    return (
      <div className={styles.cards}>
        {SKELETON_ROWS.map((key) => (
          <Skeleton key={key} height={62} mb={8} />
        ))}
      </div>
    );
  }
  return (
    <div className={styles.cards}>
      {grouped(rows, groupOf).map(({ title, members }) => (
        <section key={title ?? ''}>
          {title !== undefined && <h2 className={styles.cardsTitle}>{title}</h2>}
          <div className={styles.card}>
            {members.map((row) => (
              <div key={rowKey(row)} className={styles.cardRow}>
                {card(row)}
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function grouped<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined) {
  const groups: { title: string | undefined; members: Row[] }[] = [];
  for (const row of rows) {
    const title = groupOf?.(row);
    const last = groups.at(-1);
    if (last && last.title === title) last.members.push(row);
    else groups.push({ title, members: [row] });
  }
  return groups;
}

function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const code = supportCodeOf(error);
  return (
    <div className={`${styles.card} ${styles.state}`}>
      <Notice tone="bad">{error.message}</Notice>
      {code !== undefined && (
        <p className="soft">
          Código do atendimento: <span className="mono">{code}</span>
        </p>
      )}
      {mayGoWellAgain(error) && (
        <Button variant="default" onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
    </div>
  );
}
