import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Icon } from '../text/icon.tsx';
import styles from './form-screen.module.css';
import { ScreenHead } from './screen-head.tsx';
import { useUnsaved } from './use-unsaved.ts';

interface FormScreenProps {
  readonly title: string;
  /** The list that the form belongs to. */
  readonly back: { readonly to: string; readonly label: string };
  readonly onSubmit: () => void;
  readonly pending: boolean;
  /** An error that no field shows. */
  readonly error: Error | undefined;
  /** For users without permission to change it. */
  readonly readOnly: boolean;
  /** The label of the button. */
  readonly verb?: string;
  readonly children: ReactNode;
}

/** The form of one record: sections of fields, and one button that saves them all. */
export function FormScreen(props: FormScreenProps) {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.readOnly) return;
    setTries(tries + 1);
    props.onSubmit();
  };
  const { changed, saved } = useUnsaved(props.pending);
  useEndOfSaving(form, { ...props, tries }, saved);
  return (
    <>
      <Link to={props.back.to} className={styles.back}>
        <Icon name="back" size={16} />
        {props.back.label}
      </Link>
      <ScreenHead title={props.title} />
      <form ref={form} onSubmit={submit} onInput={changed} noValidate>
        <fieldset className={styles.fields} disabled={props.readOnly}>
          {props.children}
        </fieldset>
        {props.error && <ErrorNotice error={props.error} />}
        {!props.readOnly && (
          <div className={styles.bar}>
            <Button type="submit" loading={props.pending}>
              {props.verb ?? 'Salvar'}
            </Button>
            <Button component={Link} to={props.back.to} variant="subtle">
              Cancelar
            </Button>
          </div>
        )}
      </form>
    </>
  );
}

/** Fields side by side if there is room. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** What a record has besides its form, as wide as the form. */
export function BelowForm({ children }: { readonly children: ReactNode }) {
  return <div className={styles.below}>{children}</div>;
}

/** Less used fields, folded. */
export function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.folded}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}

/** After a refusal, by the form itself or the service, the first invalid field gets the focus; after a success nothing is unsaved. */
function useEndOfSaving(
  form: { readonly current: HTMLFormElement | null },
  { pending, error, tries }: Pick<FormScreenProps, 'pending' | 'error'> & { readonly tries: number },
  saved: () => void,
): void {
  const was = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try may be refused by the form itself
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, tries]);
  useEffect(() => {
    if (was.current && !pending) {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus();
      if (!wrong && !error) saved();
    }
    was.current = pending;
  }, [form, pending, error, saved]);
}
