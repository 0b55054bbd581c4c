import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../session/session.ts';
import { OpenShiftDialog } from './open-dialog.tsx';
import { cashierOf } from './shift-words.ts';
import styles from './shifts.module.css';
import { useOpenShift } from './use-open-shift.ts';

/** Whether the till of a terminal is open, in one line: opening it is offered, never demanded. */
export function ShiftBar({
  terminal,
}: {
  readonly terminal: { readonly id: number; readonly name: string };
}) {
  const shift = useOpenShift(terminal.id);
  const { short } = useFormats();
  const [opening, setOpening] = useState(false);
  if (shift === undefined) return <div className={styles.bar} />;
  return (
    <div className={styles.bar}>
      {shift ? (
        <>
          <span>
            Aberto desde {short(shift.openedAt)} por {cashierOf(shift)}
          </span>
          <Link to="/caixa/fechamentos/$id" params={{ id: String(shift.id) }}>
            Conferir e fechar
          </Link>
        </>
      ) : (
        <>
          <Button variant="default" size="compact-md" onClick={() => setOpening(true)}>
            Abrir o caixa
          </Button>
          <Link to="/caixa/fechamentos">Fechamentos</Link>
        </>
      )}
      {opening && <OpenShiftDialog terminal={terminal} onClose={() => setOpening(false)} />}
    </div>
  );
}
