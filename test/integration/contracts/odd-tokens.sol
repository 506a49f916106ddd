// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Tokens and contracts as they occur in the wild, small enough to read: what each does unlike the standard is in its name.

contract Ledger {
  mapping(address => uint256) public balanceOf;
  uint256 public totalSupply;
  event Transfer(address indexed from, address indexed to, uint256 value);

  constructor(uint256 supply) {
    totalSupply = supply;
    balanceOf[msg.sender] = supply;
    emit Transfer(address(0), msg.sender, supply);
  }

  function _move(address from, address to, uint256 value) internal {
    balanceOf[from] -= value;
    unchecked { balanceOf[to] += value; }
    emit Transfer(from, to, value);
  }
}

contract Coin is Ledger {
  string public symbol;
  string public name;
  uint8 public decimals;
  mapping(address => mapping(address => uint256)) public allowance;
  event Approval(address indexed owner, address indexed spender, uint256 value);

  constructor(string memory s, string memory n, uint8 d, uint256 supply) Ledger(supply) { symbol = s; name = n; decimals = d; }

  function transfer(address to, uint256 value) external virtual returns (bool) { _move(msg.sender, to, value); return true; }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  function transferFrom(address from, address to, uint256 value) external virtual returns (bool) {
    if (value > 0) allowance[from][msg.sender] -= value;
    _move(from, to, value);
    return true;
  }

  function many(address[] calldata to, uint256 value) external { for (uint256 i = 0; i < to.length; i++) _move(msg.sender, to[i], value); }
}

// Takes one percent of every transfer and says so with a second event.
contract HonestFeeCoin is Ledger {
  string public symbol = "HFEE";
  uint8 public constant decimals = 18;
  address immutable owner;
  constructor() Ledger(1e24) { owner = msg.sender; }
  function transfer(address to, uint256 value) external returns (bool) {
    uint256 fee = value / 100;
    _move(msg.sender, owner, fee);
    _move(msg.sender, to, value - fee);
    return true;
  }
}

// Takes one percent and reports the whole amount: its events cannot be summed to its balances.
contract HiddenFeeCoin is Ledger {
  string public symbol = "SFEE";
  uint8 public constant decimals = 18;
  constructor() Ledger(1e24) {}
  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value - value / 100;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}

// Moves, and answers that it did not.
contract FalseCoin is Ledger {
  string public symbol = "FALSE";
  uint8 public constant decimals = 6;
  constructor() Ledger(1e12) {}
  function transfer(address to, uint256 value) external returns (bool) { _move(msg.sender, to, value); return false; }
}

// No symbol, no name, no decimals.
contract NamelessCoin is Ledger {
  constructor() Ledger(type(uint256).max) {}
  function transfer(address to, uint256 value) external { _move(msg.sender, to, value); }
}

contract Bytes32Coin is Ledger {
  bytes32 public constant symbol = "B32";
  bytes32 public constant name = "Bytes thirty-two";
  uint256 public constant decimals = 18;
  constructor() Ledger(1e24) {}
  function transfer(address to, uint256 value) external returns (bool) { _move(msg.sender, to, value); return true; }
}

contract Nft {
  mapping(uint256 => address) public ownerOf;
  string public symbol = "NFT";
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  function mint(address to, uint256 id) external { require(ownerOf[id] == address(0)); ownerOf[id] = to; emit Transfer(address(0), to, id); }
  function transferFrom(address from, address to, uint256 id) external { require(ownerOf[id] == from); ownerOf[id] = to; emit Transfer(from, to, id); }
}

contract Multi {
  mapping(uint256 => mapping(address => uint256)) public balanceOf;
  event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
  event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
  function mint(address to, uint256[] calldata ids, uint256[] calldata values) external {
    for (uint256 i = 0; i < ids.length; i++) balanceOf[ids[i]][to] += values[i];
    emit TransferBatch(msg.sender, address(0), to, ids, values);
  }
  function move(address to, uint256 id, uint256 value) external {
    balanceOf[id][msg.sender] -= value;
    balanceOf[id][to] += value;
    emit TransferSingle(msg.sender, msg.sender, to, id, value);
  }
}

contract Refuser {
  receive() external payable { revert("no"); }
}

contract Receiver {
  receive() external payable {}
}

// Sends coins on by calls of every kind, some of which fail.
contract Forwarder {
  receive() external payable {}
  function split(address payable a, address payable b) external payable {
    (bool first,) = a.call{value: msg.value / 3}("");
    (bool second,) = b.call{value: msg.value - msg.value / 3}("");
    first; second;
  }
  function nested(address payable to, bool fails) external payable {
    try this.inner{value: msg.value}(to, fails) {} catch {}
  }
  function inner(address payable to, bool fails) external payable {
    (bool sent,) = to.call{value: msg.value}("");
    require(sent && !fails, "inner");
  }
  function revertAll(address payable to) external payable { (bool sent,) = to.call{value: msg.value}(""); sent; revert("all"); }
  function delegated(address code) external payable { (bool done,) = code.delegatecall(abi.encodeWithSignature("noop()")); done; }
  function noop() external payable {}
}

contract Bomb {
  constructor() payable {}
  function destroy(address payable to) external { selfdestruct(to); }
}

// Made and destroyed within one transaction: what it holds goes to `to`, or is burned where `to` is itself.
contract BombMaker {
  function makeAndDestroy(address payable to) external payable { Bomb bomb = new Bomb{value: msg.value}(); bomb.destroy(to); }
  function makeAndBurn() external payable { Bomb bomb = new Bomb{value: msg.value}(); bomb.destroy(payable(address(bomb))); }
  function make(bytes32 salt) external payable returns (address) { return address(new Bomb{value: msg.value, salt: salt}()); }
}

contract Wrapped {
  string public symbol = "WETH";
  uint8 public constant decimals = 18;
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Deposit(address indexed dst, uint256 wad);
  event Withdrawal(address indexed src, uint256 wad);
  function deposit() external payable { balanceOf[msg.sender] += msg.value; emit Deposit(msg.sender, msg.value); }
  function withdraw(uint256 wad) external {
    balanceOf[msg.sender] -= wad;
    payable(msg.sender).transfer(wad);
    emit Withdrawal(msg.sender, wad);
  }
  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}
