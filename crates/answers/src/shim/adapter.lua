-- An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@. For Lua 5.3 or later.
--
-- Fill in the ops with calls of your code, then run: roguelab check @ARGUMENT@ -- lua adapter.lua
-- An op returns nothing (nil), a number, or a table of numbers or texts. Ops that return UNKNOWN are left out.
-- Arguments of 64 bits without a sign come as integers with the same bits; unsigned(n) shows one.
-- Call draw(lo, hi, value) for each bounded draw that an op takes, if you want draws compared too.

local UNKNOWN = {}
local draws = {}

local function draw(lo, hi, value)
  draws[#draws + 1] = string.format("%d %d %d", lo, hi, value)
end

local Unsigned = {}
local function unsigned(n)
  return setmetatable({ text = string.format("0x%x", n) }, Unsigned)
end

-- Your state, as in a program just started: `reset` makes a new one.
local function new_game()
  return {}
end

local ops = {}

@STUBS@
-- Below is the protocol: `roguelab check --protocol`.

local function integer(text)
  local sign, digits = text:match("^(%-?)(%d+)$")
  local n = 0
  for digit in digits:gmatch("%d") do
    n = n * 10 + math.tointeger(digit)
  end
  return sign == "-" and -n or n
end

local function text(given)
  return given
end

local OPS = {
@ROWS@
}

local function quoted(given)
  return '"' .. given:gsub('["\\%c]', function(c)
    return (c == '"' or c == "\\") and "\\" .. c or string.format("\\u{%x}", c:byte())
  end) .. '"'
end

local function shown(result)
  if result == UNKNOWN then
    return "?"
  elseif result == nil then
    return "nothing"
  elseif getmetatable(result) == Unsigned then
    return result.text
  elseif type(result) == "string" then
    return quoted(result)
  elseif type(result) == "table" then
    local items = {}
    for i, item in ipairs(result) do
      items[i] = shown(item)
    end
    return "[" .. table.concat(items, " ") .. "]"
  end
  return string.format("%d", result)
end

local function perform(game, parts)
  local op = OPS[parts[1]]
  if not op then
    return "?"
  end
  if #parts ~= #op then
    error(string.format("%s has %d argument(s), not %d", parts[1], #op - 1, #parts - 1), 0)
  end
  local given = {}
  for i = 2, #op do
    given[i - 1] = op[i](parts[i])
  end
  draws = {}
  local answer = shown(op[1](game, table.unpack(given)))
  return #draws > 0 and answer .. " | " .. table.concat(draws, ", ") or answer
end

print = function(...) -- What your code prints is no answer.
  io.stderr:write(table.concat({ ... }, "\t"), "\n")
end
io.stdout:setvbuf("full")
local game = new_game()
for line in io.lines() do
  local parts = {}
  for part in line:gmatch("%S+") do
    parts[#parts + 1] = part
  end
  if parts[1] == "reset" then
    game = new_game()
    io.write("nothing\n")
  else
    local fine, answer = pcall(perform, game, parts)
    io.write(fine and answer or "! " .. tostring(answer):gsub("%s+", " "), "\n")
  end
  io.flush() -- Lua cannot know whether more input waits.
end
