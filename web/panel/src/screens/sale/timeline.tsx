import type { TimelineEvent } from '../../../../../src/panel/sales/schema.ts';
import { useFormats } from '../../session/session.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './sale.module.css';

/** The history in Portuguese, newest first; the acquirer's own texts are folded. */
export function Timeline({ events }: { readonly events: readonly TimelineEvent[] }) {
  const { full } = useFormats();
  return (
    <ol className={styles.timeline}>
      {events.map((event) => (
        <li key={`${event.at} ${event.title}`}>
          <span className={`${styles.dot} ${styles[event.tone] ?? ''}`}>
            <Icon name={event.icon} size={11} />
          </span>
          <b>{event.title}</b>
          <p>
            {[full(event.at), event.by, event.reason === null ? null : `“${event.reason}”`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {event.details.length > 0 && (
            <details>
              <summary>Detalhes</summary>
              <dl className={styles.details}>
                {event.details.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}:</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
