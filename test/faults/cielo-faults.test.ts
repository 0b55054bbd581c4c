import { startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import { cieloFaultCases } from './fault-cases.ts';
import { faultMatrix } from './fault-matrix.ts';

/** Hosts that are away, and each kind of call with one fault. The others: at night. */
const OF_THE_DAY = /: connection refused$|: reset_after$/;

faultMatrix({ provider: 'CIELO', start: startCieloHost, secret: 'merchantKey' }, cieloFaultCases, OF_THE_DAY);
