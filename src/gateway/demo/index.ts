export { demoMoment, demoSale } from './demo-sale.ts';
