/* perft.js: our counts against those of ffish, Fairy-Stockfish's rules.
 *
 * 200 random positions on boards from 3x3 to 8x8: knights placed by chance, then moves that
 * ffish itself deems legal. ffish also writes the FENs, so its dialect is read too.
 *   ISOLAB=build/isolab node --no-experimental-fetch perft.js
 * Exit 77 (skipped) where the packages are not installed, except in CI, where they must be.
 */
'use strict';

const { spawnSync } = require('child_process');

const POSITIONS = 200;
const DEPTH = 6;

function loadOracle() {
    try {
        return require('ffish');
    } catch (error) {
        if (error.code !== 'MODULE_NOT_FOUND')
            throw error;
        console.log('ffish is not installed: run npm install in tests/oracle');
        process.exit(process.env.CI ? 1 : 77);
    }
}

/* Numbers below `limit`, the same on every run (mulberry32). */
function makeRandom(seed) {
    let state = seed;
    return (limit) => {
        state = (state + 0x6D2B79F5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return Math.floor(((t ^ (t >>> 14)) >>> 0) / 4294967296 * limit);
    };
}

function fenWithKnights(width, height, first, second) {
    const ranks = [];
    for (let row = 0; row < height; row++) {
        let rank = '';
        for (let column = 0; column < width; column++) {
            const square = row * width + column;
            rank += square === first ? 'N' : square === second ? 'n' : '.';
        }
        ranks.push(rank.replace(/\.+/g, (blanks) => String(blanks.length)));
    }
    return ranks.join('/') + ' w - - 0 1';
}

function variantOf(ffish, width, height) {
    const name = `isoknight${width}x${height}`;
    if (!ffish.variants().split(' ').includes(name))
        ffish.loadVariantConfig([
            `[${name}:joust]`, `maxFile = ${width}`, `maxRank = ${height}`,
            `startFen = ${fenWithKnights(width, height, 0, width * height - 1)}`,
            'nMoveRule = 0', 'nFoldRule = 0', ''].join('\n'));
    return name;
}

function legalMoves(board) {
    return board.legalMoves().split(' ').filter((move) => move !== '');
}

function randomBoard(ffish, random) {
    const width = 3 + random(6), height = 3 + random(6), area = width * height;
    const first = random(area), second = (first + 1 + random(area - 1)) % area;
    const fen = fenWithKnights(width, height, first, second);
    const board = new ffish.Board(variantOf(ffish, width, height), fen);
    for (let plies = random(Math.floor(area / 2)); plies > 0; plies--) {
        const moves = legalMoves(board);
        if (moves.length === 0)
            break;
        board.push(moves[random(moves.length)]);
    }
    return board;
}

function count(board, depth) {
    if (depth === 1)
        return board.numberLegalMoves();
    let total = 0;
    for (const move of legalMoves(board)) {
        board.push(move);
        total += count(board, depth - 1);
        board.pop();
    }
    return total;
}

function oracleCounts(ffish) {
    const random = makeRandom(20240607);
    const counts = [];
    for (let i = 0; i < POSITIONS; i++) {
        const board = randomBoard(ffish, random);
        const nodes = [];
        for (let depth = 1; depth <= DEPTH; depth++)
            nodes.push(count(board, depth));
        counts.push({ fen: board.fen(), nodes });
        board.delete();
    }
    return counts;
}

function ourCounts(fens) {
    const program = process.env.ISOLAB || 'build/isolab';
    const run = spawnSync(program, ['perft', '-', '--depth', String(DEPTH), '--json'],
        { input: fens.join('\n') + '\n', encoding: 'utf8' });
    if (run.status !== 0)
        throw new Error(`${program}: ${run.error || run.stderr}`);
    return run.stdout.trim().split('\n').map((line) => JSON.parse(line).nodes);
}

function compare(ffish) {
    const oracle = oracleCounts(ffish);
    const ours = ourCounts(oracle.map((known) => known.fen));
    const total = oracle.reduce((sum, known) => sum + known.nodes[DEPTH - 1], 0);
    let differences = ours.length === POSITIONS ? 0 : 1;
    oracle.forEach(({ fen, nodes }, i) => {
        if (String(nodes) !== String(ours[i])) {
            console.log(`${fen}: ffish ${nodes}, isolab ${ours[i]}`);
            differences++;
        }
    });
    console.log(`${POSITIONS} positions, ${total} sequences of ${DEPTH}, ` +
        `${differences} differences`);
    process.exit(differences || total === 0 ? 1 : 0);
}

const ffish = loadOracle();
ffish.onRuntimeInitialized = () => compare(ffish);
