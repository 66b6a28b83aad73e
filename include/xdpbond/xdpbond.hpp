// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once
// Everything an application composes with.

#include <xdpbond/bond.hpp>
#include <xdpbond/program.hpp>
#include <xdpbond/source.hpp>
#include <xdpbond/stages.hpp>
#include <xdpbond/version.hpp>
