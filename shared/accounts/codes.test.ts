// Tests of codes that a user chooses: an own PIN must not be one that is tried first.
import { expect, it } from 'vitest';
import { pinProblem } from './codes.ts';

it('a PIN is four to eight digits', () => {
  for (const pin of ['', '123', '123456789', '12a4', '１２３４', '4 82'])
    expect([pin, pinProblem(pin)]).toEqual([pin, 'digits']);
});

it('a PIN that many people choose is refused', () => {
  for (const pin of [
    '1234',
    '1111',
    '0000',
    '4321',
    '1212',
    '1986',
    '2020',
    '1010',
    '1313',
    '112233',
    '4711',
    '0815',
    '1337',
    '6969',
    '1312',
    '2580',
    '1342',
    '1122',
    '2468',
    '1004',
    '0007',
  ])
    expect([pin, pinProblem(pin)]).toEqual([pin, 'easy']);
});

it('another PIN is taken', () => {
  for (const pin of ['8068', '7394', '48205', '903718', '70431592', '47110815'])
    expect([pin, pinProblem(pin)]).toEqual([pin, undefined]);
});
